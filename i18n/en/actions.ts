export const actions = {
  admin: {
    done: 'Done',
    confirm: 'Are you sure?',
    outranked: 'This user has a higher role than yours',
    createRefused: 'Your role does not allow this.',
    log: {
      open: 'Log',
      title: 'Log of %{name}',
      none: 'There is no log yet.',
      written: 'Written %{date}',
    },
    uses: {
      title: 'Used by',
      blocks: 'It cannot be deleted as long as it is used by:',
      deleted: 'Deleted with it:',
      more: 'and %{smart_count} more |||| and %{smart_count} more',
      named: '%{count} %{kind}: ',
    },
    delete: {
      title: 'Delete “%{name}”?',
      text: 'You are about to delete this record permanently',
      delayed:
        'This record will be deleted in %{smart_count} day. Until then it can be restored. |||| This record will be deleted in %{smart_count} days. Until then it can be restored.',
      nextCleanUp: 'At the next clean-up this record is deleted permanently. Until then it can be restored.',
      delay: 'Delay in days',
      delayHelp: '0: at the next clean-up.',
      delayWrong: 'Enter a whole number of days, 0 or more',
      failed: '%{reason}',
    },
    copy: {
      do: 'Copy',
      of: 'Copy %{name}',
      done: 'Copied',
      failed: 'The browser blocked the copy: select the text by hand',
    },
  },
} as const
