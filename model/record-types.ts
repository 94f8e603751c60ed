import type { PanelRecordOf, RecordOf } from './record-of'
import type { companies } from './resources/companies'
import type { events } from './resources/events'
import type { guests } from './resources/guests'
import type { medias } from './resources/medias'
import type { sessions } from './resources/sessions'
import type { withoutPassword } from './resources/user-without-password'
import type { users } from './resources/users'
import type { vectos } from './resources/vectos'
import type { versions } from './resources/versions'
import type { videos } from './resources/videos'

export type Company = RecordOf<typeof companies>
export type HistoryEvent = RecordOf<typeof events>
export type Guest = RecordOf<typeof guests>
export type Media = RecordOf<typeof medias>
export type Session = RecordOf<typeof sessions>
export type User = RecordOf<typeof users>
/** A user whose password is not set with the record: an invited one, or one of a third party. */
export type UserWithoutPassword = RecordOf<typeof withoutPassword>
export type Vecto = RecordOf<typeof vectos>
export type Video = RecordOf<typeof videos>

export type PanelCompany = PanelRecordOf<typeof companies>
export type PanelEvent = PanelRecordOf<typeof events>
export type PanelMedia = PanelRecordOf<typeof medias>
export type PanelVersion = PanelRecordOf<typeof versions>
export type PanelUser = PanelRecordOf<typeof users>
export type PanelVecto = PanelRecordOf<typeof vectos>
export type PanelVideo = PanelRecordOf<typeof videos>
