import Box from '@mui/material/Box'
import { useEffect, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { ItemStatus, QueueItem } from '~/src/upload/queue/queue-item'
import { useItemText } from './use-item-text'

const announced: readonly ItemStatus[] = ['completed', 'failed', 'refused', 'duplicate']
const hidden = {
  position: 'absolute',
  clipPath: 'inset(50%)',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
}

/** Tells screen readers which items are finished, failed or wait for an answer. */
export const Announcer = ({ items }: { items: readonly QueueItem[] }) => {
  const translate = useTranslate()
  const textOf = useItemText()
  const known = useRef(new Map<number, ItemStatus>())
  const [text, setText] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed since is announced once
  useEffect(() => {
    const news = items.filter(
      ({ id, status }) => known.current.get(id) !== status && announced.includes(status),
    )
    known.current = new Map(items.map(({ id, status }) => [id, status]))
    if (news.length === 0) return
    setText(
      news
        .map(item => {
          const { line, reason } = textOf(item)
          return translate('uploads.announcement', { name: item.name, text: `${line} ${reason}`.trim() })
        })
        .join(' '),
    )
  }, [items])
  return (
    <Box role="status" aria-live="polite" sx={hidden}>
      {text}
    </Box>
  )
}
