import type { environments as english } from '../en/environments'
import type { Translation } from '../translation'

export const environments = {
  resources: {
    environments: {
      empty:
        'Les environnements sont publiés par le logiciel de la société, et non ici ; ils apparaissent avec leurs versions.',
      name: 'Environnement |||| Environnements',
      notifications: {
        deleted: 'Environnement supprimé',
      },
      absent: {
        latestVersionAt: 'Pas encore publié',
      },
      fields: {
        name: 'Nom',
        company: 'Société',
        createdBy: 'Créé par',
        versions: 'Versions',
        latestVersionAt: 'Dernière version',
        status: 'Statut',
        deletableAt: 'Date de suppression',
        createdAt: 'Créé le',
        updatedAt: 'Modifié le',
      },
      choices: {
        status: {
          pending: 'En attente',
          completed: 'Terminé',
          deletable: 'À supprimer',
        },
      },
      tabs: {
        details: 'Détails',
        versions: 'Versions',
        scenes: 'Scènes',
        medias: 'Médias',
        events: 'Événements',
        completed: 'Terminés',
        pending: 'En attente',
        deletable: 'À supprimer',
      },
      actions: {
        restore: 'Restaurer',
      },
      confirm: {
        restore: 'L’environnement ne sera plus supprimé. Le restaurer ?',
      },
      done: {
        restore: 'Environnement restauré',
      },
    },
    shares: {
      empty: 'Un partage apparaît quand l’élément est partagé avec une autre personne.',
      name: 'Partage |||| Partages',
      fields: {
        environment: 'Environnement',
        version: 'Révision',
        createdBy: 'Créé par',
        media: 'Média',
        vecto: 'Vidéo 3D',
        company: 'Société',
        createdAt: 'Partagé le',
        updatedAt: 'Modifié le',
      },
    },
    versions: {
      empty: 'Une version apparaît à chaque publication de l’environnement.',
      name: 'Version |||| Versions',
      notifications: {
        updated: 'Version enregistrée',
        deleted: 'Version supprimée',
      },
      deleteTitle: 'Supprimer la version %{name} ?',
      fields: {
        environment: 'Environnement',
        revision: 'Révision',
        company: 'Société',
        createdBy: 'Créée par',
        size: 'Taille',
        status: 'Statut',
        accessList: 'Liste d’accès',
        accessGroups: 'Groupes ayant accès',
        file: 'Fichier',
        deletableAt: 'Date de suppression',
        tree: 'Arborescence',
        log: 'Journal',
        createdAt: 'Créée le',
        updatedAt: 'Modifiée le',
      },
      choices: {
        status: {
          pending: 'En attente',
          completed: 'Terminée',
          deletable: 'À supprimer',
        },
      },
      tabs: {
        tree: 'Arborescence',
        compare: 'Comparer',
        details: 'Détails',
        scenes: 'Scènes utilisées',
        medias: 'Médias utilisés',
        events: 'Événements',
      },
      heading: '%{environment}, révision %{revision}',
      actions: {
        restore: 'Restaurer',
        rollBack: 'Publier à nouveau',
      },
      confirm: {
        restore: 'La version ne sera plus supprimée. La restaurer ?',
        rollBack:
          'Cette version est publiée à nouveau et devient la dernière. Les versions intermédiaires restent, et les personnes qui peuvent l’ouvrir sont celles de la dernière version. « Comparer » montre ce qui change.',
      },
      done: {
        restore: 'Version restaurée',
        rollBack: 'Publiée à nouveau comme nouvelle version',
      },
      nodes: {
        Project: 'Projet',
        Dashboard: 'Tableau de bord',
        Presentation: 'Présentation',
        Overlay: 'Superposition',
      },
      noTree: 'Cette version n’a pas encore d’arborescence.',
      findNode: 'Chercher un nœud',
      nodesFound: '%{smart_count} nœud |||| %{smart_count} nœuds',
      expandAll: 'Tout déplier',
      collapseAll: 'Tout replier',
      node: {
        type: 'Type',
        name: 'Nom',
        uid: 'Identifiant',
        children: 'Enfants',
        path: 'Chemin',
      },
      noTreeText:
        'L’arborescence est fournie avec le fichier publié. Publiez de nouveau l’environnement si elle reste vide.',
      noNode: 'Aucun nœud ne porte ce nom.',
      unnamed: 'Sans nom',
      onlyCompleted: 'Quand la version ne sera plus en attente',
      compare: {
        with: 'Comparer avec',
        revision: 'Révision %{revision}',
        title: 'Arborescence, de la révision %{from} à la %{to}',
        alone: 'Aucune autre version à comparer',
        aloneText: 'C’est la seule version de son environnement.',
        sameTree: 'Aucun nœud ne diffère.',
        sameAccess: 'Les mêmes personnes figurent sur les deux listes.',
        sameGroups: 'Les mêmes groupes sont sur les deux listes.',
        gained: 'Uniquement sur la liste de la version la plus récente',
        lost: 'Uniquement sur la liste de la version la plus ancienne',
        sameFile: 'Le même fichier, d’après son contenu.',
        otherFile: 'Un autre fichier : %{before} avant, %{after} après.',
        within: 'avec %{count} nœud |||| avec %{count} nœuds',
        more: '%{smart_count} autre différence |||| %{smart_count} autres différences',
        kinds: {
          added: 'Ajouté',
          removed: 'Supprimé',
          renamed: 'Renommé',
          moved: 'Déplacé',
          retyped: 'Autre type',
        },
        from: {
          renamed: 'auparavant « %{before} »',
          moved: 'auparavant sous « %{before} »',
          retyped: 'auparavant %{before}',
        },
        noTree: 'La révision %{revision} n’a pas encore d’arborescence.',
        noFile: 'La révision %{revision} n’a pas encore de fichier.',
      },
    },
  },
} as const satisfies Translation<typeof english>
