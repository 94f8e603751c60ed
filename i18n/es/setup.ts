import type { setup as english } from '../en/setup'
import type { Translation } from '../translation'

export const setup: Translation<typeof english> = {
  title: 'Poner en marcha la plataforma',
  lead: 'Aquí nadie tiene cuenta todavía. Cree la primera: puede hacerlo todo e invitar a los demás.',
  code: 'Código de instalación',
  codeHelp: 'El servidor lo muestra al arrancar, en su terminal o en su registro.',
  company: 'Su empresa',
  companyHelp: 'El proveedor de esta plataforma. Podrá cambiar el nombre más tarde.',
  lang: 'Idioma de su cuenta',
  submit: 'Crear mi cuenta',
  busy: 'Creando su cuenta…',
  codeMissing: 'Escriba el código de instalación.',
  companyMissing: 'Escriba el nombre de su empresa.',
  companyLong: 'El nombre es demasiado largo: 120 caracteres como máximo.',
  emailWrong: 'No es una dirección de correo.',
  nameLong: 'El nombre es demasiado largo: 80 caracteres como máximo.',
  done: 'Esta plataforma ya está en marcha.',
  doneText: 'Inicie sesión con su cuenta, o pida una invitación a un usuario root.',
  signIn: 'Ir al inicio de sesión',
  problems: {
    set_up:
      'Esta plataforma se acaba de poner en marcha. Inicie sesión, o pida una invitación a su usuario root.',
    setup_code: 'No es el código de instalación, o ha caducado. Reinicie el servidor: mostrará otro.',
  },
}
