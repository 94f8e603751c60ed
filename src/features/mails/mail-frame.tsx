import Box from '@mui/material/Box'

/** Displays an e-mail as mail programs do: sandboxed, without scripts, and with inactive links. */
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
