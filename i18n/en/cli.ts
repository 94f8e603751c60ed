export const cli = {
  usage:
    "Uploads 360° videos, creates 3D videos of them and follows their creation.\n\n  vecto upload <folder> [--create] [--watch] [--company <uid>] [--journal <file>]\n  vecto create <uid of a 360° video>… [--watch] [--journal <file>]\n  vecto watch [<uid of a 360° video>/<uid of its 3D video>…]\n\nOptions of --create and create:\n  --mode <mode>      %{modes} (accurate.video)\n  --from <seconds>   where the 3D video begins (0)\n  --to <seconds>     where it ends (the end of the 360° video)\n  --fps <number>     frames per second (those of the 360° video)\n  --height <metres>  height of the camera above the ground (1.5)\n\nThe environment says where: VECTO_URL, the address of the panel, and VECTO_TOKEN, an API token\nwith access to content (My account, API tokens).\n\nA folder's .mp4 files each become a 360° video, its .insv files by pairs; folders in it too. What\nwas sent is noted in the folder, in .vecto-uploads.json or the file of --journal: the same command\ngoes on after an interruption, sends nothing twice, and asks for a 3D video of the same settings\nonce. So does create with --journal; without, each run asks for another one.",
  unknownCommand: 'There is no command “%{command}”. “vecto help” lists them.',
  unknownOption: '%{message} “vecto help” lists the options.',
  unknownMode: 'There is no mode “%{mode}”. There are: %{modes}.',
  noNumber: '--%{name} takes a number from 0 on, not “%{text}”.',
  noHeight: '--height takes metres from %{least} to %{most}, not “%{text}”.',
  emptyRange: '--to (%{to}) must be after --from (%{from}).',
  noConnection:
    'VECTO_URL takes the address of the panel, such as https://admin.example.com, and VECTO_TOKEN an API token, which you create under “My account”, “API tokens”.',
  noFolder: '“%{folder}” is no folder. “vecto upload” takes one with .mp4 or .insv files.',
  emptyFolder: '“%{folder}” holds no .mp4 and no .insv files.',
  noVideo: '“vecto create” takes the uid of one or more 360° videos.',
  badAddress: '“%{given}” is no 3D video. Its address is <uid of the 360° video>/<its uid>, as in the panel.',
  runningAlready:
    'Another run is at work in this folder (process %{pid}). Wait for it, or end it; if that process is something else, delete %{path}.',
  journalLink:
    '%{path} is a symbolic link, which is not followed. Delete it, or name the journal that it leads to with --journal.',
  journalBroken:
    '%{path} cannot be read. Delete it to begin anew: files that the server has already are recognised.',
  tokenRefused:
    'The server does not accept VECTO_TOKEN. It may have expired: create another under “My account”, “API tokens”.',
  unreachable: 'The server does not answer at %{url}. Check VECTO_URL and the connection.',
  unknownAuthority:
    'The certificate of %{url} is of an authority that is unknown here (%{reason}). Name the file with the certificate of that authority in NODE_EXTRA_CA_CERTS.',
  badCertificate:
    'The certificate of %{url} is not valid (%{reason}). Check VECTO_URL, the clock of this machine and the certificate.',
  refusedBetween: 'A proxy between here and the server refused the request (HTTP %{status}).',
  waiting: '%{name}: waiting for the server…',
  checking: '%{name}: checking',
  sending: '%{name}: %{percent} of %{size} · %{speed}/s · %{left} left',
  uploaded: '%{name}: uploaded as %{video}',
  there: '%{name}: already on the server as %{video}',
  preparing: '%{name}: being prepared',
  unsuitable: '%{name}: cannot be used: %{reason}',
  asked: '%{name}: 3D video %{vecto} asked for',
  making: '%{name}: %{status} · %{percent}',
  makingLeft: '%{name}: %{status} · %{percent} · %{left} left',
  made: '%{name}: completed',
  madeGraded: '%{name}: completed, grade %{grade}',
  notMade: '%{name}: failed: %{reason}',
  failed: '%{name}: %{reason}',
  nothing: 'No 3D video is being created.',
  interrupted: 'Interrupted. The same command goes on from here.',
  moved: 'The server redirects to %{to}. Put that address into VECTO_URL.',
  noCompany: 'You belong to no company: say with --company <uid> whose the videos are.',
  notWritable:
    '%{path} cannot be written, where it is noted what was sent. Name a file elsewhere with --journal <file>.',
  summarySent: '360° videos: %{done} uploaded, %{failed} failed.',
  summaryAsked: '3D videos: %{done} requested, %{failed} failed.',
  summaryMade: '3D videos: %{done} completed, %{failed} failed.',
} as const
