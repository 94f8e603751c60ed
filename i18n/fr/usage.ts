import type { usage as english } from '../en/usage'
import type { Translation } from '../translation'

export const usage = {
  usage: {
    title: 'Consommation',
    of: 'Consommation de %{name}',
    allCompanies: 'toutes les sociétés',
    range: 'Période',
    ranges: {
      '30': '30 jours',
      '365': '12 mois',
      all: '3 ans',
    },
    view: 'Afficher',
    views: {
      charts: 'Graphiques',
      table: 'Tableau',
    },
    csv: 'Exporter (CSV)',
    fileName: 'Consommation',
    units: { megabytes: 'Mo' },
    day: 'Jour',
    note: 'À la fin de chaque jour (UTC). Les chiffres du jour datent d’une heure au plus ; le stockage est mesuré une fois par jour.',
    empty: 'Rien n’est encore enregistré',
    emptyText: 'La consommation est enregistrée toutes les heures. Revenez demain pour le premier jour.',
    nothing: 'Rien sur cette période.',
    charts: {
      minutes: 'Minutes de vidéo',
      seats: 'Places',
      storage: 'Stockage',
      sessions: 'Sessions ouvertes',
    },
    series: {
      secondsUsed: 'Minutes utilisées',
      secondsPurchased: 'Minutes achetées',
      users: 'Places occupées',
      usersPurchased: 'Places achetées',
      active: 'Places actives occupées',
      activePurchased: 'Places actives achetées',
      bytes: 'Fichiers stockés',
      sessions: 'Sessions',
    },
    now: {
      minutes: '%{used} min utilisées sur %{bought}',
      seats: '%{used} places occupées sur %{bought}',
      storage: '%{used} stockés',
      sessions: '%{used} sur cette période',
    },
    forecast: {
      minutes: {
        ends: 'Au rythme des huit dernières semaines, les minutes seront épuisées le %{day}.',
        lasts: 'Au rythme des huit dernières semaines, les minutes dureront plus de trois ans.',
        ended: 'Il ne reste plus de minutes.',
        unknown: 'La consommation est trop faible pour prévoir la fin des minutes.',
      },
      seats: {
        ends: 'Au rythme des huit dernières semaines, toutes les places seront occupées le %{day}.',
        lasts: 'Au rythme des huit dernières semaines, les places suffiront plus de trois ans.',
        ended: 'Il ne reste plus de places.',
        unknown: 'Trop peu de places ont été occupées pour prévoir quand toutes le seront.',
      },
      activeSeats: {
        ends: 'Au rythme des huit dernières semaines, toutes les places actives seront occupées le %{day}.',
        lasts: 'Au rythme des huit dernières semaines, les places actives suffiront plus de trois ans.',
        ended: 'Il ne reste plus de places actives.',
        unknown: 'Trop peu de places actives ont été occupées pour prévoir quand toutes le seront.',
      },
      storage: {
        expected: 'Au rythme des huit dernières semaines, le stockage atteindra %{value} d’ici au %{day}.',
        steady: 'Rien n’a été ajouté ni supprimé ces huit dernières semaines.',
        unknown: 'Trop peu de fichiers ont été stockés pour prévoir la suite.',
      },
      sessions: {
        expected: 'Au rythme des huit dernières semaines, environ %{value} sessions de plus d’ici au %{day}.',
        steady: 'Aucune session ne s’est ouverte ces huit dernières semaines.',
        unknown: 'Il y a trop peu de sessions pour prévoir la suite.',
      },
    },
    together:
      'Les prévisions portent sur toutes les sociétés ensemble : l’une d’elles peut atteindre sa limite plus tôt.',
    forecastOf: '%{name} (prévision)',
    forecastRow: 'Prévision',
    forecastCell: {
      ends: 'épuisées le %{day}',
      lasts: 'plus de trois ans',
      ended: 'épuisées',
      unknown: 'trop peu de données',
      steady: 'inchangé',
      expected: '%{value} d’ici au %{day}',
    },
  },
} as const satisfies Translation<typeof english>
