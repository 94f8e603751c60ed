import type { cli as english } from '../en/cli'
import type { Translation } from '../translation'

export const cli = {
  usage:
    'Envoie des vidéos 360°, en crée des vidéos 3D et suit leur création.\n\n  vecto upload <dossier> [--create] [--watch] [--company <uid>] [--journal <fichier>]\n  vecto create <uid d’une vidéo 360°>… [--watch] [--journal <fichier>]\n  vecto watch [<uid d’une vidéo 360°>/<uid de sa vidéo 3D>…]\n\nOptions de --create et de create :\n  --mode <mode>      %{modes} (accurate.video)\n  --from <secondes>  début de la vidéo 3D (0)\n  --to <secondes>    fin de la vidéo 3D (celle de la vidéo 360°)\n  --fps <nombre>     images par seconde (celles de la vidéo 360°)\n  --height <mètres>  hauteur de la caméra au-dessus du sol (1.5)\n\nL’environnement indique le serveur : VECTO_URL, l’adresse du panneau, et VECTO_TOKEN, un jeton d’API\navec accès au contenu (Mon compte, Jetons d’API).\n\nChaque fichier .mp4 d’un dossier devient une vidéo 360°, les fichiers .insv par paires ; ses sous-\ndossiers aussi. Ce qui a été envoyé est noté dans le dossier, dans .vecto-uploads.json ou le fichier\nde --journal : la même commande reprend après une interruption, n’envoie rien deux fois et ne\ndemande qu’une vidéo 3D de mêmes réglages. De même pour create avec --journal ; sans lui, chaque\nexécution en demande une autre.',
  unknownCommand: 'La commande « %{command} » n’existe pas. « vecto help » les énumère.',
  unknownOption: '%{message} « vecto help » énumère les options.',
  unknownMode: 'Le mode « %{mode} » n’existe pas. Il y a : %{modes}.',
  noNumber: '--%{name} attend un nombre à partir de 0, et non « %{text} ».',
  noHeight: '--height attend des mètres, de %{least} à %{most}, et non « %{text} ».',
  emptyRange: '--to (%{to}) doit venir après --from (%{from}).',
  noConnection:
    'VECTO_URL attend l’adresse du panneau, par exemple https://admin.example.com, et VECTO_TOKEN un jeton d’API, à créer sous « Mon compte », « Jetons d’API ».',
  noFolder:
    '« %{folder} » n’est pas un dossier. « vecto upload » en attend un qui contient des fichiers .mp4 ou .insv.',
  emptyFolder: '« %{folder} » ne contient aucun fichier .mp4 ni .insv.',
  noVideo: '« vecto create » attend l’uid d’une ou de plusieurs vidéos 360°.',
  badAddress:
    '« %{given} » n’est pas une vidéo 3D. Son adresse est <uid de la vidéo 360°>/<son uid>, comme dans le panneau.',
  runningAlready:
    'Une autre exécution est en cours dans ce dossier (processus %{pid}). Attendez sa fin ou arrêtez-la ; si ce processus est autre chose, supprimez %{path}.',
  journalLink:
    '%{path} est un lien symbolique, qui n’est pas suivi. Supprimez-le, ou nommez avec --journal le journal auquel il mène.',
  journalBroken:
    '%{path} est illisible. Supprimez-le pour recommencer : les fichiers que le serveur possède déjà sont reconnus.',
  tokenRefused:
    'Le serveur n’accepte pas VECTO_TOKEN. Il a peut-être expiré : créez-en un autre sous « Mon compte », « Jetons d’API ».',
  unreachable: 'Le serveur ne répond pas à l’adresse %{url}. Vérifiez VECTO_URL et la connexion.',
  unknownAuthority:
    'Le certificat de %{url} vient d’une autorité inconnue ici (%{reason}). Indiquez le fichier du certificat de cette autorité dans NODE_EXTRA_CA_CERTS.',
  badCertificate:
    'Le certificat de %{url} n’est pas valide (%{reason}). Vérifiez VECTO_URL, l’horloge de cette machine et le certificat.',
  refusedBetween: 'Un proxy entre cette machine et le serveur a refusé la requête (HTTP %{status}).',
  waiting: '%{name} : en attente du serveur…',
  checking: '%{name} : vérification',
  sending: '%{name} : %{percent} de %{size} · %{speed}/s · encore %{left}',
  uploaded: '%{name} : envoyée, %{video}',
  there: '%{name} : déjà sur le serveur, %{video}',
  preparing: '%{name} : en préparation',
  unsuitable: '%{name} : inutilisable : %{reason}',
  asked: '%{name} : vidéo 3D %{vecto} demandée',
  making: '%{name} : %{status} · %{percent}',
  makingLeft: '%{name} : %{status} · %{percent} · encore %{left}',
  made: '%{name} : terminée',
  madeGraded: '%{name} : terminée, note %{grade}',
  notMade: '%{name} : échec : %{reason}',
  failed: '%{name} : %{reason}',
  nothing: 'Aucune vidéo 3D n’est en cours de création.',
  interrupted: 'Interrompu. La même commande reprendra ici.',
  moved: 'Le serveur redirige vers %{to}. Indiquez cette adresse dans VECTO_URL.',
  noCompany: 'Vous n’appartenez à aucune société : indiquez avec --company <uid> à qui sont les vidéos.',
  notWritable:
    'Impossible d’écrire %{path}, où est noté ce qui a été envoyé. Indiquez un autre fichier avec --journal <fichier>.',
  summarySent: 'Vidéos 360° : %{done} envoyée(s), %{failed} en échec.',
  summaryAsked: 'Vidéos 3D : %{done} demandée(s), %{failed} en échec.',
  summaryMade: 'Vidéos 3D : %{done} terminée(s), %{failed} en échec.',
} as const satisfies Translation<typeof english>
