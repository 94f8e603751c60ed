import type { maintenance as english } from '../en/maintenance'
import type { Translation } from '../translation'

export const maintenance = {
  maintenance: {
    title: 'Maintenance',
    tools: 'Outils de maintenance',
    all: 'Toutes',
    collection: 'Collection',
    keywords: 'Rafraîchir les mots-clés',
    keywordsText:
      'Recrée les mots-clés de recherche, pour les enregistrements qu’une recherche ne trouve plus.',
    resetcounter: 'Réinitialiser les compteurs',
    resetcounterText:
      'Recompte places, secondes, versions, partages et téléchargements d’après les enregistrements.',
    confirm: 'Tous les enregistrements seront parcourus : %{name}. Continuer ?',
    done: 'Terminé. Corrections :',
    changed: '%{count} enregistrement |||| %{count} enregistrements',
    health: {
      title: 'Santé du serveur',
      server: 'Serveur',
      database: 'Base de données',
      version: 'Version',
      good: 'OK',
      bad: 'Ne répond pas',
      again: 'Vérifier à nouveau',
      files: 'Stockage des fichiers',
      mail: 'E-mail',
      disk: 'Disque',
      diskStates: {
        ok: 'Assez de place',
        low: 'Presque plein : pas d’envoi',
        full: 'Plein : lecture seule',
        unwritable: 'Non inscriptible',
      },
      snapshots: 'Instantanés',
      snapshotStates: { ok: 'Pris', failing: 'En échec : voir le journal' },
      clock: 'Horloge',
      clockStates: {
        ok: 'Juste',
        differs: 'Le serveur et la base diffèrent',
        jumped: 'A reculé : vérifiez le serveur de temps',
      },
    },
    jobs: {
      title: 'File d’attente des traitements',
      none: 'Rien n’est en cours et rien n’attend.',
      waits: 'en attente',
      on: 'sur %{worker}',
      segment: 'segment %{part}',
      segments: '%{smart_count} segment |||| %{smart_count} segments',
    },
    security: 'Événements de sécurité',
    securityText:
      'Échecs de connexion, refus, et changements de mots de passe, d’e-mails, de rôles et de seconds facteurs.',
  },
} as const satisfies Translation<typeof english>
