import { Box, Button, Typography } from '@mui/material'
import { LinkBase, Title, useNavigate, useTranslate } from 'react-admin'
import { Globe } from '~/src/auth/sign-in/globe'

const centred = {
  display: 'grid',
  justifyItems: 'center',
  textAlign: 'center',
  gap: 1,
  px: 2,
  py: { xs: 4, sm: 7 },
} as const
const picture = {
  width: 150,
  mb: 2,
  p: 1.5,
  borderRadius: '50%',
  backgroundColor: '#073839',
  '& svg': { display: 'block' },
}

export const NotFound = () => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const text = (key: string) => translate(`app.notFound.${key}`)
  return (
    <Box sx={centred}>
      <Title title={text('title')} />
      <Box sx={picture}>
        <Globe />
      </Box>
      <Typography variant="h5" component="h1">
        {text('title')}
      </Typography>
      <Typography color="text.secondary" sx={{ maxWidth: 420 }}>
        {text('text')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1.5, mt: 2 }}>
        <Button variant="contained" component={LinkBase} to="/home">
          {text('home')}
        </Button>
        <Button variant="outlined" onClick={() => navigate(-1)}>
          {text('back')}
        </Button>
      </Box>
    </Box>
  )
}
