import type { cli as english } from '../en/cli'
import type { Translation } from '../translation'

export const cli = {
  usage:
    'Sube vídeos 360°, crea vídeos 3D a partir de ellos y sigue su creación.\n\n  vecto upload <carpeta> [--create] [--watch] [--company <uid>] [--journal <archivo>]\n  vecto create <uid de un vídeo 360°>… [--watch] [--journal <archivo>]\n  vecto watch [<uid de un vídeo 360°>/<uid de su vídeo 3D>…]\n\nOpciones de --create y de create:\n  --mode <modo>      %{modes} (accurate.video)\n  --from <segundos>  inicio del vídeo 3D (0)\n  --to <segundos>    final del vídeo 3D (el del vídeo 360°)\n  --fps <número>     imágenes por segundo (las del vídeo 360°)\n  --height <metros>  altura de la cámara sobre el suelo (1.5)\n\nEl entorno indica el servidor: VECTO_URL, la dirección del panel, y VECTO_TOKEN, un token de API\ncon acceso al contenido (Mi cuenta, Tokens de API).\n\nCada archivo .mp4 de una carpeta se convierte en un vídeo 360°, los archivos .insv por parejas;\ntambién en sus subcarpetas. Lo enviado se anota en la carpeta, en .vecto-uploads.json o el archivo\nde --journal: la misma orden continúa tras una interrupción, no envía nada dos veces y solicita un\nsolo vídeo 3D con los mismos ajustes. Igual create con --journal; sin él, cada ejecución solicita\notro.',
  unknownCommand: 'No existe la orden «%{command}». «vecto help» las enumera.',
  unknownOption: '%{message} «vecto help» enumera las opciones.',
  unknownMode: 'No existe el modo «%{mode}». Hay: %{modes}.',
  noNumber: '--%{name} espera un número a partir de 0, no «%{text}».',
  noHeight: '--height espera metros, de %{least} a %{most}, no «%{text}».',
  emptyRange: '--to (%{to}) debe ser posterior a --from (%{from}).',
  noConnection:
    'VECTO_URL espera la dirección del panel, por ejemplo https://admin.example.com, y VECTO_TOKEN un token de API, que se crea en «Mi cuenta», «Tokens de API».',
  noFolder: '«%{folder}» no es una carpeta. «vecto upload» espera una con archivos .mp4 o .insv.',
  emptyFolder: '«%{folder}» no contiene archivos .mp4 ni .insv.',
  noVideo: '«vecto create» espera el uid de uno o varios vídeos 360°.',
  badAddress:
    '«%{given}» no es un vídeo 3D. Su dirección es <uid del vídeo 360°>/<su uid>, como en el panel.',
  runningAlready:
    'Hay otra ejecución en curso en esta carpeta (proceso %{pid}). Espere a que termine o deténgala; si ese proceso es otra cosa, elimine %{path}.',
  journalLink:
    '%{path} es un enlace simbólico, que no se sigue. Elimínelo, o indique con --journal el diario al que conduce.',
  journalBroken:
    '%{path} no se puede leer. Elimínelo para empezar de nuevo: los archivos que el servidor ya tiene se reconocen.',
  tokenRefused:
    'El servidor no acepta VECTO_TOKEN. Puede haber caducado: cree otro en «Mi cuenta», «Tokens de API».',
  unreachable: 'El servidor no responde en %{url}. Compruebe VECTO_URL y la conexión.',
  unknownAuthority:
    'El certificado de %{url} es de una autoridad desconocida aquí (%{reason}). Indique el archivo del certificado de esa autoridad en NODE_EXTRA_CA_CERTS.',
  badCertificate:
    'El certificado de %{url} no es válido (%{reason}). Compruebe VECTO_URL, el reloj de esta máquina y el certificado.',
  refusedBetween: 'Un proxy entre esta máquina y el servidor rechazó la petición (HTTP %{status}).',
  waiting: '%{name}: esperando al servidor…',
  checking: '%{name}: comprobación',
  sending: '%{name}: %{percent} de %{size} · %{speed}/s · quedan %{left}',
  uploaded: '%{name}: subido como %{video}',
  there: '%{name}: ya está en el servidor como %{video}',
  preparing: '%{name}: en preparación',
  unsuitable: '%{name}: no se puede usar: %{reason}',
  asked: '%{name}: vídeo 3D %{vecto} solicitado',
  making: '%{name}: %{status} · %{percent}',
  makingLeft: '%{name}: %{status} · %{percent} · quedan %{left}',
  made: '%{name}: completado',
  madeGraded: '%{name}: completado, calificación %{grade}',
  notMade: '%{name}: error: %{reason}',
  failed: '%{name}: %{reason}',
  nothing: 'No se está creando ningún vídeo 3D.',
  interrupted: 'Interrumpido. La misma orden continuará desde aquí.',
  moved: 'El servidor redirige a %{to}. Indique esa dirección en VECTO_URL.',
  noCompany: 'Usted no pertenece a ninguna empresa: indique con --company <uid> de quién son los vídeos.',
  notWritable:
    'No se puede escribir %{path}, donde se anota lo enviado. Indique otro archivo con --journal <archivo>.',
  summarySent: 'Vídeos 360°: %{done} subido(s), %{failed} con error.',
  summaryAsked: 'Vídeos 3D: %{done} solicitado(s), %{failed} con error.',
  summaryMade: 'Vídeos 3D: %{done} completado(s), %{failed} con error.',
} as const satisfies Translation<typeof english>
