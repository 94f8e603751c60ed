import type { entrance as english } from '../en/sign-in'
import type { Translation } from '../translation'

const signIn = {
  title: 'Iniciar sesión',
  lead: 'Use su cuenta de trabajo.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  showPassword: 'Mostrar la contraseña',
  hidePassword: 'Ocultar la contraseña',
  submit: 'Iniciar sesión',
  submitting: 'Iniciando sesión…',
  or: 'o',
  passkey: 'Entrar con una llave de acceso',
  passkeyWaiting: 'Continúe en la ventana de su navegador…',
  thirdParty: 'Continuar con su organización',
  thirdPartyWaiting: 'Continúe en la otra ventana…',
  settingUp: 'Preparando su cuenta…',
  popupBlocked:
    'Su navegador ha bloqueado la ventana de inicio de sesión. Permita las ventanas emergentes de este sitio e inténtelo de nuevo.',
  otherSignIn: 'Este correo ya inicia sesión de otra forma. Utilícela.',
  emailMissing: 'Escriba su correo electrónico.',
  passwordMissing: 'Escriba su contraseña.',
  userNotFound: 'Usuario no encontrado',
  wrongPassword: 'Contraseña incorrecta',
  badCredentials: 'Correo o contraseña incorrectos',
  tooManyAttempts: 'Demasiados intentos. Vuelva a intentarlo dentro de %{wait}.',
  seconds: '%{count} s',
  minutes: '%{count} min',
  unreachable:
    'No se puede contactar con el servidor. Compruebe su conexión y, en una red de invitados, su página de acceso, y vuelva a intentarlo.',
  failed: 'Se ha producido un error.',
  ended: 'Su sesión ha terminado. Inicie sesión para volver a donde estaba.',
  noRole: 'Esta cuenta aún no tiene rol. Consulte a su administrador.',
  storageLost:
    'Este navegador no guarda nada de este sitio: su almacenamiento está bloqueado o lleno. Puede iniciar sesión hasta que esta página se recargue o se cierre.',
  artTitle: 'De todos los ángulos a todas las dimensiones',
  artText: 'Entran vídeos 360°, salen vídeos 3D.',
  forgotten: '¿Ha olvidado su contraseña?',
  language: 'Idioma',
} as const

const problems = {
  third_party_down:
    'El inicio de sesión de su organización no responde. Inténtelo más tarde, o use su correo y su contraseña.',
  third_party_refused: 'Su organización no ha confirmado el inicio de sesión. Empiece de nuevo.',
  email_missing:
    'El inicio de sesión de su organización no envía su correo. Su administrador puede añadir el campo «email», o indicar otro en este servidor (OIDC_EMAIL_CLAIM).',
  email_unverified:
    'Su organización no ha verificado su correo, así que no puede usarse aquí. Consulte a su administrador.',
  account_closed: 'Esta cuenta está cerrada. Consulte a su administrador.',
  other_account:
    'Su usuario está vinculado a otra cuenta de su organización. Pida a su administrador que la desvincule.',
  quota: 'Su empresa no tiene plazas libres. Consulte a su administrador.',
  user_not_found: 'Usuario no encontrado. Pida a su administrador que le invite.',
  second_factor: 'Escriba el código de su aplicación de autenticación.',
  wrong_code: 'Código incorrecto. Cada código sirve una sola vez: espere al siguiente.',
  passkey_refused: 'La llave de acceso no ha funcionado. Empiece de nuevo, o use su contraseña.',
  passkey_unknown:
    'Esta llave de acceso no se conoce aquí. Inicie sesión con su contraseña y añada una nueva en su cuenta.',
  passkey_impossible:
    'Este dispositivo no puede usar llaves de acceso aquí. Inicie sesión con su contraseña.',
} as const

const factor = {
  title: 'Segundo paso',
  lead: 'Escriba los 6 dígitos que muestra su aplicación de autenticación, o un código de recuperación.',
  code: 'Código',
  back: 'Usar otra cuenta',
} as const

const forgotten = {
  title: 'Contraseña olvidada',
  lead: 'Escriba el correo con el que inicia sesión: recibirá un enlace para elegir otra contraseña.',
  email: 'Correo electrónico',
  submit: 'Restablecer mi contraseña',
  submitting: 'Enviando…',
  back: 'Volver al inicio de sesión',
  missing: 'Escriba su correo electrónico.',
  malformed: 'no es una dirección de correo.',
  sent: 'El correo para restablecer la contraseña se ha enviado a %{email}',
  sentMore: 'Si existe una cuenta con esta dirección, el enlace es válido durante una hora.',
  waiting: 'El servidor de correo no responde en este momento: el mensaje se enviará en cuanto lo haga.',
  outbox:
    'Este servidor aún no envía correos. Si existe una cuenta con la dirección %{email}, un enlace válido durante una hora espera en su bandeja de salida: pídalo a quien gestiona este servidor.',
  failed: 'No se ha podido enviar el correo para restablecer la contraseña a «%{email}»: %{reason}',
} as const

export const entrance: Translation<typeof english> = { signIn, problems, factor, forgotten }
