import Box from '@mui/material/Box'

/** An e-mail as mail programs show it: shut in, without scripts, and nothing of it leads anywhere. */
export const MailFrame = ({ html, title, lang }: { html: string; title: string; lang?: string }) => (
  <Box
    component="iframe"
    sandbox=""
    srcDoc={html}
    title={title}
    lang={lang}
    sx={{
      width: 1,
      height: 440,
      border: 1,
      borderColor: 'divider',
      borderRadius: 1.5,
      bgcolor: 'background.default',
    }}
  />
)
