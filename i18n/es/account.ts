import type { account as english } from '../en/account'
import type { Translation } from '../translation'

export const account = {
  factor: 'Segundo factor',
  factorOff:
    'Su contraseña basta para entrar. Con un segundo factor se pide además un código de su teléfono: quien averigüe su contraseña seguirá sin poder entrar.',
  factorOn:
    'Activo desde el %{date}. Se pide un código de su aplicación de autenticación cuando entra con su contraseña.',
  factorNone:
    'Usted inicia sesión a través de su organización, sin contraseña aquí. Ella decide qué se pide.',
  codesLeft: 'Queda %{smart_count} código de recuperación |||| Quedan %{smart_count} códigos de recuperación',
  codesFew:
    'Solo queda %{smart_count} código de recuperación: genere otros nuevos. |||| Solo quedan %{smart_count} códigos de recuperación: genere otros nuevos.',
  switchOn: 'Activar',
  switchOff: 'Desactivar',
  switchOffText: 'Su contraseña volverá a bastar. Los códigos de recuperación dejarán de servir.',
  newCodes: 'Nuevos códigos de recuperación',
  newCodesText: 'Los códigos que tiene ahora dejarán de servir.',
  switchOnText: 'Necesita una aplicación de autenticación en su teléfono.',
  password: 'Contraseña actual',
  continue: 'Continuar',
  scanTitle: 'Conecte su aplicación de autenticación',
  scan: 'Escanee esta imagen con la aplicación, o escriba en ella la clave.',
  picture: 'Código QR para la aplicación de autenticación',
  key: 'Clave',
  code: 'Código que muestra la aplicación',
  codeWrong:
    'No es el código que muestra la aplicación. Compruebe la hora de su teléfono y pruebe el código siguiente.',
  codesTitle: 'Sus códigos de recuperación',
  codesText:
    'Se muestran solo esta vez. Guárdelos fuera de su teléfono: cada uno sustituye una vez a un código de la aplicación.',
  download: 'Descargar',
  print: 'Imprimir',
  kept: 'Los he guardado',
  file: 'codigos-de-recuperacion.txt',
  isOn: 'El segundo factor está activo',
  isOff: 'El segundo factor está desactivado',
  sessions: 'Dónde ha iniciado sesión',
  sessionsText: 'Si no reconoce alguna de estas sesiones, ciérrela y cambie su contraseña.',
  thisOne: 'Este dispositivo',
  device: '%{name} en %{platform}',
  unknownDevice: 'Dispositivo desconocido',
  since: 'Inicio: %{since} · último uso: %{used}',
  end: 'Cerrar sesión',
  endOf: 'Cerrar sesión: %{device}',
  endText: 'Lo que se esté haciendo allí, incluidos los envíos, se detendrá al instante.',
  endAll: 'Cerrar las demás sesiones',
  ended: 'Sesión cerrada',
  endedAll: 'Las demás sesiones están cerradas',
  passkeys: 'Llaves de acceso',
  passkeysText:
    'Inicie sesión con la huella, la cara o el PIN de su dispositivo en lugar de la contraseña y el código. Una llave de acceso solo sirve en esta dirección: resiste a la suplantación de identidad.',
  passkeysNone:
    'Usted inicia sesión a través de su organización, sin contraseña aquí. Ella decide qué se pide.',
  passkeysUnsupported:
    'Las llaves de acceso no funcionan en este navegador con esta dirección. Abra el panel por su nombre de host, con https, en un navegador actualizado.',
  addPasskey: 'Añadir una llave de acceso',
  addPasskeyText:
    'Primero su contraseña; luego la ventana del navegador pregunta dónde guardar la llave de acceso.',
  removePasskey: 'Quitar una llave de acceso',
  removePasskeyText: 'Ya no servirá para iniciar sesión. Se cierran todas sus otras sesiones.',
  remove: 'Quitar',
  removeOf: 'Quitar: %{device}',
  passkeySynced: 'Sincronizada',
  passkeySince: 'Añadida: %{since}',
  passkeyUsed: 'último uso: %{used}',
  passkeyUnused: 'aún sin usar',
  passkeyAdded: 'La llave de acceso se ha añadido',
  passkeyRemoved: 'La llave de acceso se ha quitado',
  passkeyClosed:
    'No se ha creado ninguna llave de acceso: la ventana del navegador se cerró o tardó demasiado. Vuelva a intentarlo.',
  passkeyKnown:
    'Este dispositivo ya guarda una llave de acceso de su cuenta. Úsela o añada una de otro dispositivo.',
  passkeyImpossible:
    'Este dispositivo no puede guardar llaves de acceso. Use otro dispositivo o una llave de seguridad con PIN.',
} as const satisfies Translation<typeof english>
