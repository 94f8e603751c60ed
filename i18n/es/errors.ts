import type { errors as english } from '../en/errors'
import type { Translation } from '../translation'

export const errors = {
  errors: {
    generic: 'Se ha producido un error.',
    dataAccess: 'Se ha producido un error al acceder a los datos; contacte con un administrador (%{code}).',
    noData: 'No hay datos que mostrar.',
    serverError: 'Error del servidor:',
    serverUploadError: 'Error de envío al servidor:',
    unreachable: 'No se puede contactar con el servidor. Compruebe su conexión e inténtelo de nuevo.',
    intercepted:
      'No se puede contactar con el servidor: ha respondido otra cosa, como la página de acceso de una red o un proxy. Abra cualquier sitio web en otra pestaña, inicie sesión allí si se lo piden e inténtelo de nuevo.',
    refused_by_proxy:
      'No se puede contactar con el servidor: un proxy o cortafuegos situado delante ha rechazado esta petición. Consulte a quienes lo administran.',
    too_large_for_proxy:
      'Un proxy situado delante del servidor no acepta peticiones de este tamaño. Acórtela, envíela por partes o consulte a quienes administran el proxy.',
    withheld: 'Esta empresa no comparte sus datos con usted',
    withheldHelp: 'Su administrador puede activar «Acceso a los datos» para los socios.',
    companyRequired: 'Se necesita una empresa: elija una para acceder a la lista correspondiente.',
    companyData: 'No se pudieron obtener los datos de la empresa',
    accessDenied: 'Acceso denegado',
    fieldsToCorrect: 'Corrija los errores de los campos siguientes:',
    fileFormat: 'El formato de archivo «%{format}» no se admite',
    invalid_body: 'El servidor no entendió lo que se envió.',
    invalid_text:
      'Este texto contiene caracteres que no se pueden guardar. Elimínelos o vuelva a pegarlo sin formato.',
    too_complex: 'Es más de lo que se puede enviar de una vez. Acórtelo o envíelo en varias partes.',
    invalid_query: 'El servidor no entendió esta búsqueda.',
    unknown_field: 'Este campo no admite búsqueda ni orden.',
    unknown_operator: 'Esta comparación no existe.',
    invalid_offset: 'Esta página no existe.',
    invalid_batch: 'Este tamaño de página no es posible.',
    session_expired: 'Su sesión ha terminado.',
    notThere: 'Puede que se haya eliminado o que su dirección esté incompleta. La lista muestra lo que hay.',
    user_not_found: 'Usuario no encontrado',
    wrong_password: 'Contraseña incorrecta',
    sign_in_failed: 'Correo o contraseña incorrectos',
    forbidden: 'No tiene permiso para hacer esto.',
    forbidden_fields: 'No tiene permiso para cambiar algunos de estos campos.',
    token_access: 'Este token de API no lo permite.',
    forbidden_role: 'No tiene permiso para dar este rol.',
    not_found: 'Este elemento no existe o no está a su alcance.',
    user_exists: 'El usuario ya existe. Compruebe la dirección de correo.',
    idempotency_key:
      'La solicitud lleva una clave (Idempotency-Key) vacía, demasiado larga o que no es texto simple. Envíe una de 1 a 255 caracteres ASCII imprimibles.',
    idempotency_running: 'La misma solicitud ya se está ejecutando. Espere un momento y vuelva a enviarla.',
    idempotency_reused: 'Esta clave (Idempotency-Key) es de otra solicitud. Envíe esta con una clave nueva.',
    stale: 'Otra persona ha cambiado este elemento mientras tanto. Vuelva a cargarlo antes de cambiarlo.',
    state: 'No es posible en el estado actual del elemento.',
    referred_to: 'Otros elementos todavía lo usan: %{by}.',
    restore_taken: '«%{name}» no se puede restaurar: otro registro ocupa su lugar.',
    restore_missing:
      '«%{name}» no se puede restaurar: aquello a lo que pertenece se ha eliminado. Restáurelo primero.',
    restore_full: '«%{name}» no se puede restaurar: ya hay %{limit}, el máximo. Elimine uno antes.',
    too_large: 'El archivo es demasiado grande.',
    too_large_between:
      'Un proxy delante del servidor no acepta este archivo, ni siquiera en partes pequeñas. Su administrador puede elevar ese límite.',
    refused_between: 'Algo entre este navegador y el servidor, como un proxy, rechazó el envío.',
    wrong_file_type: 'Este tipo de archivo no se admite.',
    checksum_mismatch: 'El archivo se dañó por el camino. Envíelo de nuevo.',
    file_missing: 'El archivo ya no está en el servidor. Envíelo de nuevo.',
    validation: 'Hay campos que corregir.',
    too_many_requests: 'Demasiadas peticiones. Espere un momento e inténtelo de nuevo.',
    too_many_requests_until: 'Demasiadas peticiones. Inténtelo de nuevo en %{wait}.',
    too_many_mails:
      'Su empresa ha alcanzado su límite de %{limit} correos por hora. Inténtelo de nuevo dentro de %{minutes} min.',
    resent_already: 'Esta invitación se acaba de enviar. Espere %{seconds} s antes de volver a enviarla.',
    reference: 'Referencia para la asistencia: %{reference}',
    server_error: 'El servidor encontró un error inesperado.',
    unavailable: 'El servicio no está disponible en este momento. Inténtelo dentro de un momento.',
    unavailable_until: 'El servicio no está disponible en este momento. Inténtelo de nuevo en %{wait}.',
    no_role: 'Esta cuenta aún no tiene rol. Consulte a su administrador.',
    quota:
      'La cuota no lo permite: quedan %{left} de %{total}. Reduzca la cantidad, o solicite primero una compra.',
    invitedUser: 'No se ha podido invitar al usuario.',
    upload_quota:
      'Tiene demasiados envíos que ningún formulario utiliza todavía. Guarde o cancele algunos y vuelva a enviar este.',
    upload_offset:
      'Este archivo se está enviando desde otro lugar. Espere un momento: el envío continuará solo.',
    insufficient_storage:
      'Queda muy poco espacio en el disco del servidor. Pida a su administrador que libere espacio y vuelva a intentarlo.',
    read_only:
      'El disco del servidor está lleno: puede leer y eliminar, pero no cambiar nada hasta que haya espacio.',
    last_root: 'Es el último usuario root activo: dé antes este rol a otra persona.',
    last_admin:
      'Es el último administrador activo de la empresa: dé antes este rol a otra persona o acuda a root.',
    partner_accounts:
      'Esta empresa tiene cuentas con el rol de socio: %{names}. Deles antes otro rol, o elimínelas.',
    checksum_algorithm:
      'La suma de comprobación de esta parte del archivo es de un tipo desconocido. Actualice el programa que lo envía.',
    tus_version: 'El programa que envía el archivo usa otra versión del protocolo de subida. Actualícelo.',
    part_type: 'Una parte del archivo se envió con un tipo incorrecto. Actualice el programa que lo envía.',
    part_checksum: 'Una parte del archivo se dañó por el camino y se enviará de nuevo.',
    saved_already:
      'Un intento anterior, cuya respuesta se perdió, ya se ha guardado. Búsquelo en la lista antes de guardar de nuevo: eso crea otro registro.',
    too_many_views: 'Puede guardar como máximo %{limit} vistas de una misma lista. Elimine antes una.',
    view_only:
      'Está viendo el panel como otro usuario: no se puede cambiar nada. Los secretos y las descargas permanecen cerrados.',
    latest_version: 'Ya es la última versión.',
    unchanged: 'Aquí no hay nada que cambiar.',
    passkey_refused:
      'La llave de acceso no ha funcionado. Vuelva a empezar o inicie sesión con su contraseña.',
    passkey_unknown:
      'Esta llave de acceso no se conoce aquí. Inicie sesión con su contraseña y añada una nueva en su cuenta.',
    too_many_passkeys: 'Tiene %{limit} llaves de acceso, el máximo. Quite una primero.',
    too_many_guests:
      'Se pueden añadir o quitar como máximo %{limit} invitados a la vez. Guarde primero una parte y continúe después con los demás.',
    missingLabel: 'Falta la etiqueta.',
    noSavingAction: 'No se ha definido ninguna acción de guardado.',
    passwordsMismatch: 'Las contraseñas no coinciden',
    file_attached: 'Un registro utiliza este archivo: ya no se puede cambiar. Envíe otro.',
  },
  admin: {
    code: 'Código: %{code}',
    retry: 'Reintentar',
  },
  validation: {
    not_whole: 'Introduzca un número entero.',
    unreadable: 'Introduzca un número en cifras, por ejemplo %{example}.',
    two_readings:
      '«%{text}» puede leerse como %{one} o %{other}. Escriba uno de los dos, sin separador de millares.',
    required: 'Obligatorio',
    invalid: 'Este valor no es válido',
    unknown_option: 'Esta opción no existe',
    unknown_record: 'Este registro ya no existe',
    not_yours: 'Este registro no está a su alcance',
    too_many: 'Demasiados. Elimine uno primero.',
    other_company: 'Algunos pertenecen a otra empresa',
    no_partner: 'Las cuentas de socio solo existen en empresas que son socios',
    no_provider: 'Las cuentas root solo existen en la empresa del proveedor',
    not_now: 'No es posible en el estado actual',
    quota: 'La cuota no lo permite',
    not_360: 'Este vídeo no es de 360°: su imagen no es el doble de ancha que de alta.',
    half_sphere:
      'Este vídeo solo muestra media esfera (VR180). Un vídeo 3D se hace de una esfera entera: exporte la grabación como vídeo de 360° para un solo ojo.',
    stereo_sphere:
      'Este vídeo ya está en 3D: contiene una imagen por ojo. Expórtelo para un solo ojo (mono) y envíelo de nuevo.',
    partial_sphere:
      'Este vídeo solo muestra una parte de la esfera. Un vídeo 3D se hace de una esfera entera: exporte la grabación sin recortar, el doble de ancha que de alta.',
    cube_map:
      'Este vídeo contiene las caras de un cubo (cube map o EAC, como los archivos .360). Expórtelo como 360° equirrectangular con el programa de la cámara.',
    mesh: 'Este vídeo tiene una proyección propia (malla). Expórtelo como 360° equirrectangular para un solo ojo.',
    fisheye:
      'Es el círculo de una sola lente ojo de pez. Únalo primero con el archivo de la otra lente, en un nuevo trabajo con archivos de cámara.',
    two_fisheyes:
      'Este vídeo contiene los círculos de dos lentes ojo de pez. Únalo primero: envíe el archivo en un nuevo trabajo con archivos de cámara.',
    email: 'Debe ser una dirección de correo',
    too_short: 'Demasiado corto',
    too_long: 'Demasiado largo',
    too_small: 'Demasiado pequeño',
    too_large: 'Demasiado grande',
    not_https: 'Debe ser una dirección que empiece por https://',
    internal_address: 'Esta dirección está dentro de la red del servidor',
    not_domain:
      'Escriba solo nombres de host, por ejemplo www.example.com: sin https://, puerto, ruta, * ni espacios, y los nombres internacionales en su forma ASCII (xn--…).',
    too_late: 'Un enlace funciona un año como máximo: elija un día anterior.',
    in_the_past: 'Este día ya ha pasado: elija uno posterior.',
    wrong_old_password: 'La contraseña actual es incorrecta',
    before_start: 'El fin debe ser posterior al inicio',
    unknown_placeholder: 'Variables desconocidas: %{placeholders}',
    missing_placeholder: 'Falta una variable: %{placeholders}',
    broken_placeholder: 'Las llaves de una variable no están completas: %{placeholders}',
    partial_link: 'La dirección del enlace debe ser solo la variable: %{placeholders}',
    own_email: 'Su propio correo solo lo puede cambiar otro administrador',
    same: 'Es el valor actual: elija otro',
    picture_unreadable: 'No se puede leer esta imagen. Guárdela de nuevo como JPEG, PNG o WebP.',
    picture_pixels: 'Esta imagen tiene demasiados píxeles. Guárdela con 50 megapíxeles como máximo.',
    picture_animated: 'Esta imagen es animada. Elija una que no se mueva.',
    picture_bytes: 'Esta imagen ocupa más de 5 MB. Guárdela más pequeña, o como JPEG.',
    taken: 'Ya está en uso',
    needs: 'Antes hay que activar otro campo',
  },
} as const satisfies Translation<typeof english>
