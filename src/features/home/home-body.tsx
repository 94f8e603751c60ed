import Box from '@mui/material/Box'
import { useOffer } from '~/src/admin/admin-config'
import { WithActor } from '~/src/admin/rights'
import { Attention } from './attention'
import { Checklist, useChecklist } from './checklist'
import { HomeSkeleton } from './home-skeleton'
import { HomeTop, useInvitations } from './home-top'
import { LastDays } from './last-days'
import { MyWork } from './my-work'
import { Numbers } from './numbers'
import { RecentVideos } from './recent-videos'

/** Side by side if there is enough space. */
const columns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
}

const Sections = () => {
  const hasUsage = useOffer('usage')
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Numbers />
      <Attention />
      <RecentVideos />
      <Box sx={columns}>
        <MyWork />
        {hasUsage && <LastDays />}
      </Box>
    </Box>
  )
}

const Body = ({ hasSections }: { hasSections: boolean }) => {
  const invitations = useInvitations()
  const checklist = useChecklist()
  // What comes first decides where everything else stands.
  if (invitations.isPending || checklist.isLoading) return <HomeSkeleton isFull={hasSections} />
  const steps = checklist.data ?? []
  return (
    <>
      <HomeTop invitations={invitations.data ?? []} />
      {steps.length > 0 && (
        <Box sx={{ mb: 2 }}>
          <Checklist steps={steps} />
        </Box>
      )}
      {/* Roles without sections have no lists, so there is nothing to count for them. */}
      {hasSections && <Sections />}
    </>
  )
}

/** What awaits the user, and the numbers behind their lists. */
export const HomeBody = (props: { readonly hasSections: boolean }) => (
  <WithActor>
    <Body {...props} />
  </WithActor>
)
