import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm, useDataProvider, useLocaleState, useTranslate } from 'react-admin'
import type { Link } from '~/model/fields'
import { useOffer } from '~/src/admin/admin-config'
import type { Backend } from '~/src/api/backend'
import { rowsOf } from '~/src/api/contract/lists'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { HomeLink } from '~/src/features/customers/customer-link'
import { describeCreation, useMinute } from '~/src/ui/dates'
import { useFailureText, useToast } from '~/src/ui/failure-text'
import { InfoBanner } from '~/src/ui/info-banner'
import { Section } from '~/src/ui/page'

type Request = Backend['request']

/** An invitation to a group of another company, in the format that the invited user reads. */
type Invitation = {
  readonly uid: string
  readonly createdBy: Link | null
  readonly hostCompany: Link
  readonly group: Link | null
  readonly createdAt: string
}

const readInvitations = async (request: Request) => rowsOf<Invitation>(await request('/me/invitations'))

const acceptInvitation = (request: Request, { uid, hostCompany }: Invitation) =>
  request(`/me/invitations/${encodeURIComponent(uid)}`, {
    method: 'PATCH',
    json: { company: hostCompany.ref },
  })

const KEY = ['invitations']
const columns = ['company', 'group', 'createdBy', 'createdAt'] as const

const groupOf = ({ group, hostCompany }: Invitation) => group?.label || hostCompany.label

const declineInvitation = (request: Request, { uid }: Invitation) =>
  request(`/me/invitations/${encodeURIComponent(uid)}`, { method: 'DELETE' })

const answers = { accept: acceptInvitation, decline: declineInvitation } as const
const results = { accept: 'accepted', decline: 'declined' } as const
type Reply = { readonly answer: keyof typeof answers; readonly invitation: Invitation }

/** Accepts or declines an invitation, and removes it from the table immediately. */
const useAnswering = () => {
  const translate = useTranslate()
  const { request } = useDataProvider<PanelDataProvider>()
  const queries = useQueryClient()
  const toast = useToast()
  const textOf = useFailureText()
  return useMutation({
    mutationFn: ({ answer, invitation }: Reply) => answers[answer](request, invitation),
    onSuccess: (_, { answer, invitation }) => {
      queries.setQueryData(KEY, (known: readonly Invitation[] = []) =>
        known.filter(({ uid }) => uid !== invitation.uid),
      )
      toast(translate(`app.invitations.${results[answer]}`, { group: groupOf(invitation) }), 'success')
    },
    onError: error => {
      toast(textOf(error).text, 'error')
      void queries.invalidateQueries({ queryKey: KEY })
    },
  })
}

const Cells = ({ hostCompany, group, createdBy, createdAt }: Invitation) => {
  const [locale] = useLocaleState()
  const translate = useTranslate()
  useMinute()
  const { text, title } = describeCreation(createdAt, locale)
  const values = [
    hostCompany.label,
    group?.label,
    createdBy?.label,
    <span key="date" title={title} data-printed={title}>
      {text}
    </span>,
  ]
  return columns.map((name, index) => (
    <TableCell key={name} data-label={translate(`app.invitations.${name}`)}>
      {values[index] || '–'}
    </TableCell>
  ))
}

/** On a phone each row is a card, with the column names next to the values. */
const styles = {
  '& td': { overflowWrap: 'anywhere' },
  '@media (max-width: 699px)': {
    '& thead': { position: 'absolute', display: 'block', width: '1px', height: '1px', overflow: 'hidden' },
    '& tr, & td': { display: 'block', border: 0 },
    '& tbody tr': { py: 1, borderTop: 1, borderColor: 'divider' },
    '& td': { px: 0, py: 0.5 },
    '& td[data-label]': { display: 'flex', gap: 2 },
    '& td[data-label]::before': { content: 'attr(data-label)', flex: '0 0 7rem', color: 'text.secondary' },
  },
} as const

const InvitationTable = ({ invitations }: { invitations: readonly Invitation[] }) => {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`app.invitations.${key}`, values)
  const mayDecline = useOffer('ownAccount')
  const [asked, setAsked] = useState<Reply | null>(null)
  const { mutate, isPending } = useAnswering()
  const reply = () => {
    setAsked(null)
    if (asked) mutate(asked)
  }
  const button = (answer: Reply['answer'], invitation: Invitation) => (
    <Button
      size="small"
      variant={answer === 'accept' ? 'contained' : 'text'}
      disabled={isPending}
      aria-label={text(`${answer}Of`, { group: groupOf(invitation) })}
      onClick={() => setAsked({ answer, invitation })}
    >
      {text(answer)}
    </Button>
  )
  return (
    <Section title={text('title')}>
      <Table size="small" sx={styles}>
        <TableHead>
          <TableRow>
            {columns.map(name => (
              <TableCell key={name}>{text(name)}</TableCell>
            ))}
            <TableCell>{translate('admin.list.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {invitations.map(invitation => (
            <TableRow key={invitation.uid}>
              <Cells {...invitation} />
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                {button('accept', invitation)} {mayDecline && button('decline', invitation)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {asked && (
        <Confirm
          isOpen
          title={text(asked.answer)}
          content={text(asked.answer === 'accept' ? 'confirm' : 'confirmDecline', {
            group: groupOf(asked.invitation),
            company: asked.invitation.hostCompany.label,
          })}
          onConfirm={reply}
          onClose={() => setAsked(null)}
        />
      )}
    </Section>
  )
}

/** The pending invitations; empty if they cannot be loaded. */
export const useInvitations = () => {
  const { request } = useDataProvider<PanelDataProvider>()
  return useQuery({
    queryKey: KEY,
    queryFn: () => readInvitations(request),
    networkMode: 'always',
    retry: false,
  })
}

/** Content below the welcome. */
export const HomeTop = ({ invitations }: { invitations: readonly Invitation[] }) => (
  <>
    {invitations.length > 0 && (
      <Box sx={{ mb: 3 }}>
        <InvitationTable invitations={invitations} />
      </Box>
    )}
    <InfoBanner name="home" />
    <HomeLink />
  </>
)
