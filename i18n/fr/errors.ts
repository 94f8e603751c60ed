import type { errors as english } from '../en/errors'
import type { Translation } from '../translation'

export const errors = {
  errors: {
    generic: 'Une erreur est survenue.',
    dataAccess:
      'Une erreur est survenue lors de l’accès aux données, veuillez contacter un administrateur (%{code}).',
    noData: 'Il n’y a aucune donnée à afficher.',
    serverError: 'Erreur du serveur :',
    serverUploadError: 'Erreur d’envoi au serveur :',
    unreachable: 'Le serveur est injoignable. Vérifiez votre connexion, puis réessayez.',
    intercepted:
      'Le serveur est injoignable : autre chose a répondu, comme la page de connexion d’un réseau ou un proxy. Ouvrez un site quelconque dans un autre onglet, connectez-vous-y si on vous le demande, puis réessayez.',
    refused_by_proxy:
      'Le serveur est injoignable : un proxy ou un pare-feu placé devant lui a refusé cette requête. Adressez-vous à ceux qui l’exploitent.',
    too_large_for_proxy:
      'Un proxy placé devant le serveur n’accepte pas de requête de cette taille. Raccourcissez-la, envoyez-la en plusieurs fois, ou adressez-vous à ceux qui exploitent le proxy.',
    withheld: 'Cette société ne partage pas ses données avec vous',
    withheldHelp: 'Son administrateur peut activer « Accès aux données » pour les partenaires.',
    companyRequired: 'Une société est nécessaire : choisissez-en une pour accéder à la liste correspondante.',
    companyData: 'Impossible d’obtenir les données de la société',
    accessDenied: 'Accès interdit',
    fieldsToCorrect: 'Veuillez corriger les erreurs dans les champs suivants :',
    fileFormat: 'Le format de fichier « %{format} » n’est pas accepté',
    invalid_body: 'Le serveur n’a pas compris ce qui a été envoyé.',
    invalid_text:
      'Ce texte contient des caractères qui ne peuvent pas être enregistrés. Supprimez-les, ou collez-le de nouveau sans mise en forme.',
    too_complex:
      'C’est plus que ce qui peut être envoyé en une fois. Raccourcissez le contenu, ou envoyez-le en plusieurs fois.',
    invalid_query: 'Le serveur n’a pas compris cette recherche.',
    unknown_field: 'Ce champ ne permet ni recherche ni tri.',
    unknown_operator: 'Cette comparaison n’existe pas.',
    invalid_offset: 'Cette page n’existe pas.',
    invalid_batch: 'Cette taille de page n’est pas possible.',
    session_expired: 'Votre session a expiré.',
    notThere: 'Il a peut-être été supprimé, ou son adresse est incomplète. La liste montre ce qui existe.',
    user_not_found: 'Utilisateur introuvable',
    wrong_password: 'Mot de passe incorrect',
    sign_in_failed: 'E-mail ou mot de passe incorrect',
    forbidden: 'Vous n’êtes pas autorisé à faire cela.',
    forbidden_fields: 'Vous n’êtes pas autorisé à modifier certains de ces champs.',
    token_access: 'Ce jeton d’API ne le permet pas.',
    forbidden_role: 'Vous n’êtes pas autorisé à donner ce rôle.',
    not_found: 'Cet élément n’existe pas, ou ne vous est pas accessible.',
    user_exists: 'Cet utilisateur existe déjà. Veuillez vérifier l’adresse e-mail.',
    idempotency_key:
      'La requête porte une clé (Idempotency-Key) vide, trop longue ou qui n’est pas un texte simple. Envoyez-en une de 1 à 255 caractères ASCII imprimables.',
    idempotency_running: 'La même requête est déjà en cours. Patientez un instant, puis renvoyez-la.',
    idempotency_reused:
      'Cette clé (Idempotency-Key) est celle d’une autre requête. Envoyez celle-ci avec une nouvelle clé.',
    stale:
      'Quelqu’un d’autre a modifié cet élément entre-temps. Rechargez-le avant de le modifier de nouveau.',
    state: 'Ce n’est pas possible dans l’état actuel de l’élément.',
    referred_to: 'D’autres éléments l’utilisent encore : %{by}.',
    restore_taken: '« %{name} » ne peut pas être restauré : un autre enregistrement a pris sa place.',
    restore_missing:
      '« %{name} » ne peut pas être restauré : ce à quoi il appartient a été supprimé. Restaurez-le d’abord.',
    restore_full:
      '« %{name} » ne peut pas être restauré : il y en a déjà %{limit}, le maximum. Supprimez-en un d’abord.',
    too_large: 'Le fichier est trop volumineux.',
    too_large_between:
      'Un proxy devant le serveur n’accepte pas ce fichier, même en petites parties. Son administrateur peut relever cette limite.',
    refused_between: 'Un intermédiaire entre ce navigateur et le serveur, tel qu’un proxy, a refusé l’envoi.',
    wrong_file_type: 'Ce type de fichier n’est pas accepté.',
    checksum_mismatch: 'Le fichier a été abîmé en chemin. Envoyez-le de nouveau.',
    file_missing: 'Le fichier n’est plus sur le serveur. Envoyez-le de nouveau.',
    validation: 'Certains champs sont à corriger.',
    too_many_requests: 'Trop de requêtes. Patientez un instant, puis réessayez.',
    too_many_requests_until: 'Trop de requêtes. Réessayez dans %{wait}.',
    too_many_mails:
      'Votre société a atteint sa limite de %{limit} e-mails par heure. Réessayez dans %{minutes} min.',
    resent_already: 'Cette invitation vient d’être envoyée. Patientez %{seconds} s avant de la renvoyer.',
    reference: 'Référence pour l’assistance : %{reference}',
    server_error: 'Le serveur a rencontré une erreur inattendue.',
    unavailable: 'Le service est indisponible pour le moment. Réessayez dans un instant.',
    unavailable_until: 'Le service est indisponible pour le moment. Réessayez dans %{wait}.',
    no_role: 'Ce compte n’a pas encore de rôle. Adressez-vous à votre administrateur.',
    quota:
      'Le quota ne le permet pas : il reste %{left} sur %{total}. Réduisez la quantité, ou demandez d’abord un achat.',
    invitedUser: 'L’utilisateur n’a pas pu être invité.',
    upload_quota:
      'Vous avez trop d’envois qu’aucun formulaire n’utilise encore. Enregistrez-en ou annulez-en, puis renvoyez celui-ci.',
    upload_offset:
      'Ce fichier est en cours d’envoi depuis un autre endroit. Patientez un instant : l’envoi reprendra tout seul.',
    insufficient_storage:
      'Il ne reste pas assez de place sur le disque du serveur. Demandez à votre administrateur d’en libérer, puis réessayez.',
    read_only:
      'Le disque du serveur est plein : vous pouvez lire et supprimer, mais rien modifier tant qu’il n’y a pas de place.',
    last_root: 'C’est le dernier utilisateur root actif : donnez d’abord ce rôle à quelqu’un d’autre.',
    last_admin:
      'C’est le dernier administrateur actif de la société : donnez d’abord ce rôle à quelqu’un d’autre, ou adressez-vous à root.',
    partner_accounts:
      'Cette société a des comptes au rôle partenaire : %{names}. Donnez-leur d’abord un autre rôle, ou supprimez-les.',
    checksum_algorithm:
      'La somme de contrôle de cette partie du fichier est d’un type inconnu. Mettez à jour le programme qui l’envoie.',
    tus_version:
      'Le programme qui envoie le fichier utilise une autre version du protocole d’envoi. Mettez-le à jour.',
    part_type:
      'Une partie du fichier a été envoyée sous un mauvais type. Mettez à jour le programme qui l’envoie.',
    part_checksum: 'Une partie du fichier a été abîmée en chemin ; elle sera renvoyée.',
    saved_already:
      'Une tentative précédente, dont la réponse s’est perdue, a déjà été enregistrée. Cherchez-la dans la liste avant d’enregistrer de nouveau : cela en crée une autre.',
    too_many_views:
      'Vous pouvez enregistrer au plus %{limit} vues d’une même liste. Supprimez-en d’abord une.',
    view_only:
      'Vous voyez le panneau à la place d’un autre utilisateur : rien ne peut être modifié. Les secrets et les téléchargements restent fermés.',
    latest_version: 'C’est déjà la dernière version.',
    unchanged: 'Rien à changer ici.',
    passkey_refused:
      'La clé d’accès n’a pas fonctionné. Recommencez ou connectez-vous avec votre mot de passe.',
    passkey_unknown:
      'Cette clé d’accès n’est pas connue ici. Connectez-vous avec votre mot de passe, puis ajoutez une nouvelle clé d’accès dans votre compte.',
    too_many_passkeys: 'Vous avez %{limit} clés d’accès, le maximum. Retirez-en une d’abord.',
    too_many_guests:
      'Au plus %{limit} invités peuvent être ajoutés ou retirés à la fois. Enregistrez-en d’abord une partie, puis continuez avec les autres.',
    missingLabel: 'Libellé manquant.',
    noSavingAction: 'Aucune action d’enregistrement n’a été définie.',
    passwordsMismatch: 'Les mots de passe diffèrent',
    file_attached:
      'Ce fichier est utilisé par un enregistrement : il ne peut plus être modifié. Envoyez-en un autre.',
  },
  admin: {
    code: 'Code : %{code}',
    retry: 'Réessayer',
  },
  validation: {
    not_whole: 'Saisissez un nombre entier.',
    unreadable: 'Saisissez un nombre en chiffres, par exemple %{example}.',
    two_readings:
      '« %{text} » peut se lire %{one} ou %{other}. Écrivez l’un des deux, sans séparateur de milliers.',
    required: 'Obligatoire',
    invalid: 'Cette valeur n’est pas valide',
    unknown_option: 'Ce choix n’existe pas',
    unknown_record: 'Cet enregistrement n’existe plus',
    not_yours: 'Cet enregistrement n’est pas à votre portée',
    too_many: 'Trop nombreux. Supprimez-en un d’abord.',
    other_company: 'Certains appartiennent à une autre société',
    no_partner: 'Les comptes partenaires n’existent que dans les sociétés partenaires',
    no_provider: 'Les comptes root n’existent que dans la société du fournisseur',
    not_now: 'Impossible dans l’état actuel',
    quota: 'Le quota ne le permet pas',
    not_360: 'Cette vidéo n’est pas à 360° : son image n’est pas deux fois plus large que haute.',
    half_sphere:
      'Cette vidéo ne montre qu’une demi-sphère (VR180). Une vidéo 3D se fait d’une sphère entière : exportez l’enregistrement en vidéo 360° pour un seul œil.',
    stereo_sphere:
      'Cette vidéo est déjà en 3D : elle contient une image par œil. Exportez-la pour un seul œil (mono), puis envoyez-la à nouveau.',
    partial_sphere:
      'Cette vidéo ne montre qu’une partie de la sphère. Une vidéo 3D se fait d’une sphère entière : exportez l’enregistrement sans recadrage, deux fois plus large que haut.',
    cube_map:
      'Cette vidéo contient les faces d’un cube (cube map ou EAC, comme les fichiers .360). Exportez-la en 360° équirectangulaire avec le logiciel de la caméra.',
    mesh: 'Cette vidéo a sa propre projection (maillage). Exportez-la en 360° équirectangulaire pour un seul œil.',
    fisheye:
      'C’est le cercle d’un seul objectif fisheye. Assemblez-la d’abord avec le fichier de l’autre objectif, par un nouveau travail depuis les fichiers de la caméra.',
    two_fisheyes:
      'Cette vidéo contient les cercles de deux objectifs fisheye. Assemblez-la d’abord : envoyez le fichier par un nouveau travail depuis les fichiers de la caméra.',
    email: 'Doit être une adresse e-mail',
    too_short: 'Trop court',
    too_long: 'Trop long',
    too_small: 'Trop petit',
    too_large: 'Trop grand',
    not_https: 'Doit être une adresse qui commence par https://',
    internal_address: 'Cette adresse est dans le réseau du serveur',
    not_domain:
      'Saisissez seulement des noms d’hôte, par exemple www.example.com : sans https://, port, chemin, * ni espace, et les noms internationaux sous leur forme ASCII (xn--…).',
    too_late: 'Un lien fonctionne un an au plus : choisissez un jour plus proche.',
    in_the_past: 'Ce jour est passé : choisissez-en un autre.',
    wrong_old_password: 'Le mot de passe actuel est incorrect',
    before_start: 'La fin doit venir après le début',
    unknown_placeholder: 'Variables inconnues : %{placeholders}',
    missing_placeholder: 'Il manque une variable : %{placeholders}',
    broken_placeholder: 'Les accolades d’une variable sont incomplètes : %{placeholders}',
    partial_link: 'L’adresse du lien doit être la variable seule : %{placeholders}',
    own_email: 'Votre propre e-mail ne peut être modifié que par un autre administrateur',
    same: 'C’est la valeur actuelle : choisissez-en une autre',
    picture_unreadable: 'Cette image est illisible. Enregistrez-la à nouveau en JPEG, PNG ou WebP.',
    picture_pixels: 'Cette image a trop de pixels. Enregistrez-la avec 50 mégapixels au plus.',
    picture_animated: 'Cette image est animée. Choisissez-en une qui ne bouge pas.',
    picture_bytes: 'Cette image dépasse 5 Mo. Enregistrez-la en plus petit, ou en JPEG.',
    taken: 'Déjà utilisé',
    needs: 'Un autre champ doit d’abord être activé',
  },
} as const satisfies Translation<typeof english>
