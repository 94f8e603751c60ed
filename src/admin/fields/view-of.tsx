import { type ComponentType, Suspense } from 'react'
import type { Field, Format, Kind } from '~/model/fields'
import type { ViewProps } from '~/src/admin/admin-config'
import { lazyPart } from '~/src/ui/lazy-part'
import { BooleanView } from './boolean-view'
import { ChoiceView, StatusView } from './choice-view'
import { LinkView } from './link-view'
import { LinksView } from './links-view'
import { BytesView, CountView, DaysView, DurationView, MinutesView, VersionView } from './number-views'
import { DateView, FileView, MultilineView, TagsView, TextView } from './plain-views'

export type ValueProps = ViewProps & { readonly value: unknown }
type View = ComponentType<ValueProps>

// No list shows rich text: its sanitiser is not loaded with the first list.
const LazyRich = lazyPart(() => import('./rich-view').then(file => ({ default: file.RichView })))

const RichView: View = props => (
  <Suspense fallback={null}>
    <LazyRich {...props} />
  </Suspense>
)

const byFormat: Record<Format, View> = {
  bytes: BytesView,
  minutes: MinutesView,
  seconds: DurationView,
  version: VersionView,
  days: DaysView,
  status: StatusView,
}

const byKind: Record<Kind, View> = {
  text: TextView,
  multiline: MultilineView,
  email: TextView,
  password: () => null,
  boolean: BooleanView,
  integer: CountView,
  number: CountView,
  date: DateView,
  choice: ChoiceView,
  link: LinkView,
  links: LinksView,
  rich: RichView,
  file: FileView,
  thumbnail: TextView,
  tags: TagsView,
  json: ({ value }) => <code>{JSON.stringify(value)}</code>,
}

export const viewOf = (field: Field): View => (field.format ? byFormat[field.format] : byKind[field.kind])
