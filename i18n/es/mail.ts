import type { mail as english } from '../en/mail'
import type { Translation } from '../translation'

export const mail = {
  footer: 'Enviado por {{product}}. Si este mensaje no es para usted, ignórelo.',
  actions: {
    invite: {
      subject: '<p>Su acceso a {{company}}</p>',
      content:
        '<p>Hola, {{firstname}}:</p><p>Se le invita a unirse a <strong>{{company}}</strong> en {{product}}. Elija una contraseña para empezar.</p><p><a href="{{link}}">Aceptar la invitación</a></p><p>Este enlace es solo para usted: no lo comparta.</p>',
    },
    passwordReset: {
      subject: '<p>Elija una contraseña nueva</p>',
      content:
        '<p>Hola, {{firstname}}:</p><p>Se ha pedido una contraseña nueva para su cuenta {{email}}.</p><p><a href="{{link}}">Elegir una contraseña nueva</a></p><p>Si no ha sido usted, ignore este mensaje: su contraseña no cambia.</p>',
    },
    groupInvitation: {
      subject: '<p>{{company}} le invita a {{group}}</p>',
      content:
        '<p>Hola, {{firstname}}:</p><p><strong>{{company}}</strong> le invita al grupo <em>{{group}}</em>.</p><p><a href="{{link}}">Ver la invitación</a></p>',
    },
    vectoCompleted: {
      subject: '<p>«{{vecto}}» está listo</p>',
      content:
        '<p>Hola, {{firstname}}:</p><p>Su vídeo 3D <strong>{{vecto}}</strong> está listo.</p><p><a href="{{link}}">Verlo</a></p>',
    },
    vectoFailed: {
      subject: '<p>No se pudo crear «{{vecto}}»</p>',
      content:
        '<p>Hola, {{firstname}}:</p><p>No se pudo crear su vídeo 3D <strong>{{vecto}}</strong>.</p><p>{{reason}}</p><p><a href="{{link}}">Ver qué hacer</a></p><p>Se han devuelto los minutos que habría usado.</p>',
    },
    securityAlert: {
      subject: '<p>{{event}}</p>',
      content:
        '<p>Hola, {{firstname}}:</p><p>En su cuenta {{email}}: <strong>{{event}}</strong>.</p><p>Cuándo: {{moment}}<br>Dirección de red: {{address}}</p><p>Si fue usted, o lo esperaba, no tiene que hacer nada. Si no, <a href="{{link}}">cambie su contraseña</a> y avise a su administrador.</p>',
    },
    notification: {
      subject: '<p>{{event}}</p>',
      content:
        '<p>Hola, {{firstname}}:</p><p>{{event}}.</p><p>{{detail}}</p><p><a href="{{link}}">Ver más</a></p>',
    },
  },
  samples: {
    firstname: 'Íñigo',
    lastname: 'Muñoz',
    email: 'inigo.munoz@example.com',
    company: 'Estudio del Faro',
    host: 'Ada Lovelace',
    group: 'Visitas del puerto',
    vecto: 'El puerto al alba',
    reason:
      'La cámara apenas se mueve: no hay con qué medir la profundidad. Elija una parte en la que se mueva, o el modo rápido.',
    product: 'vecto admin',
    link: 'https://admin.example.com/onboarding/sample',
    event: 'Contraseña cambiada',
    moment: '22/11/2026 14:05',
    address: '192.0.2.10',
    detail: 'Si no ha sido usted, cambie su contraseña y avise a su administrador.',
  },
  panel: {
    preview: 'Vista previa',
    previewText:
      'Tal como se envía, con valores de ejemplo. Un idioma que se deja vacío toma el texto incorporado.',
    noAction: 'Elija una acción para ver su correo.',
    subject: 'Asunto',
    builtIn: 'Texto incorporado',
    builtInSubject: 'Asunto incorporado',
    message: 'Mensaje (%{language})',
    placeholders: 'Variables',
    placeholdersText:
      'Ocupan el lugar de lo que cambia de un lector a otro. Haga clic para insertar una en el cursor del texto que edita; también puede ser la dirección de un enlace.',
    required: 'necesaria',
    names: {
      firstname: 'Nombre, o la dirección si no lo hay',
      lastname: 'Apellidos',
      email: 'Dirección del lector',
      company: 'Empresa',
      host: 'Quien invita',
      group: 'Grupo',
      vecto: 'Nombre del vídeo 3D',
      reason: 'Por qué falló',
      link: 'Dirección que se abre',
      product: 'Nuestro nombre',
      event: 'Qué ha ocurrido',
      moment: 'Cuándo ocurrió',
      address: 'La dirección de red de la que procede',
      detail: 'Por qué, o qué hacer',
    },
    problems: {
      unknown_placeholder: '%{field}: este correo no conoce %{names}.',
      missing_placeholder: '%{field}: falta %{names}; sin eso, el lector no puede hacer nada.',
      broken_placeholder:
        '%{field}: las llaves de «%{names}» no están completas. Una variable se escribe {{nombre}}, sin formato en su interior.',
      partial_link: '%{field}: la dirección de un enlace debe ser solo %{names}, sin nada antes ni después.',
    },
    content: 'Contenido',
    test: 'Enviarme una prueba',
    testText: 'Va a su propia dirección, tal como está ahora el formulario, guardado o no.',
    testLang: 'Idioma',
    allLanguages: 'Todos los idiomas',
    send: 'Enviar',
    results: {
      sent: '%{language}: el servidor de correo lo ha aceptado. Mire su buzón.',
      waiting: '%{language}: aún no se ha enviado. %{reason} Se volverá a intentar.',
      outbox: '%{language}: no hay ningún servidor de correo configurado, así que se ha guardado.',
      failed: '%{language}: el servidor de correo lo ha rechazado. %{reason}',
    },
    inOutbox: 'Verlo en la bandeja de salida',
    outbox: 'Abrir la bandeja de salida',
    reasons: {
      unreachable: 'No se puede acceder al servidor de correo. Compruebe SMTP_URL y la red.',
      timeout: 'El servidor de correo no respondió a tiempo.',
      tls: 'Falló la conexión cifrada con el servidor de correo. Compruebe su certificado, y smtp o smtps en SMTP_URL.',
      auth: 'El servidor de correo rechazó el usuario o la contraseña de SMTP_URL.',
      refused: 'El servidor de correo no acepta correos de este remitente. Compruebe MAIL_FROM.',
      later: 'El servidor de correo pide que se intente más tarde.',
      recipient: 'El servidor de correo no acepta correos para esta dirección.',
      content: 'El servidor de correo rechazó el propio mensaje.',
    },
    said: 'Respondió: %{reason}',
    states: {
      waiting: 'Este correo espera a ser enviado.',
      sending: 'Este correo se está enviando.',
      sent: 'El servidor de correo aceptó este correo. Su texto no se guarda aquí, ya que puede contener una clave.',
      failed: 'Este correo no se envió y no se volverá a intentar por sí solo.',
      kept: 'No hay ningún servidor de correo configurado: este correo se guardó aquí y en un archivo del servidor. Transmita su enlace a mano, o configure SMTP_URL y envíelo de nuevo.',
    },
    shown: 'Mensaje',
    asText: 'Texto sin formato',
    links: 'Enlaces',
    card: {
      title: 'Correo electrónico',
      server: 'Servidor de correo',
      none: 'No hay ningún servidor de correo configurado: los correos se guardan en la bandeja de salida. Configure SMTP_URL para enviarlos.',
      sender: 'Remitente',
      waiting: 'En espera',
      failed: 'Fallidos',
      kept: 'Guardados',
      lastSent: 'Último envío',
      lastFailure: 'Último fallo',
      never: 'Nunca',
      check: 'Comprobar el servidor de correo',
      reachable: 'El servidor de correo responde y acepta la autenticación.',
    },
  },
  preferences: 'Ajustes de notificaciones',
} as const satisfies Translation<typeof english>
