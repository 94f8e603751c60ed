import type { usage as english } from '../en/usage'
import type { Translation } from '../translation'

export const usage = {
  usage: {
    title: 'Consumo',
    of: 'Consumo de %{name}',
    allCompanies: 'todas las empresas',
    range: 'Periodo',
    ranges: {
      '30': '30 días',
      '365': '12 meses',
      all: '3 años',
    },
    view: 'Mostrar',
    views: {
      charts: 'Gráficos',
      table: 'Tabla',
    },
    csv: 'Exportar (CSV)',
    fileName: 'Consumo',
    units: { megabytes: 'MB' },
    day: 'Día',
    note: 'Al final de cada día (UTC). Las cifras de hoy tienen como máximo una hora; el almacenamiento se mide una vez al día.',
    empty: 'Aún no hay nada registrado',
    emptyText: 'El consumo se registra cada hora. Vuelva mañana para ver el primer día.',
    nothing: 'Nada en este período.',
    charts: {
      minutes: 'Minutos de vídeo',
      seats: 'Plazas',
      storage: 'Almacenamiento',
      sessions: 'Sesiones iniciadas',
    },
    series: {
      secondsUsed: 'Minutos usados',
      secondsPurchased: 'Minutos comprados',
      users: 'Plazas ocupadas',
      usersPurchased: 'Plazas compradas',
      active: 'Plazas activas ocupadas',
      activePurchased: 'Plazas activas compradas',
      bytes: 'Archivos almacenados',
      sessions: 'Sesiones',
    },
    now: {
      minutes: '%{used} de %{bought} min usados',
      seats: '%{used} de %{bought} plazas ocupadas',
      storage: '%{used} almacenados',
      sessions: '%{used} en este periodo',
    },
    forecast: {
      minutes: {
        ends: 'Al ritmo de las últimas ocho semanas, los minutos se agotarán el %{day}.',
        lasts: 'Al ritmo de las últimas ocho semanas, los minutos durarán más de tres años.',
        ended: 'No quedan minutos.',
        unknown: 'Hay demasiado poco consumo para prever cuándo se agotarán los minutos.',
      },
      seats: {
        ends: 'Al ritmo de las últimas ocho semanas, todas las plazas estarán ocupadas el %{day}.',
        lasts: 'Al ritmo de las últimas ocho semanas, las plazas bastarán más de tres años.',
        ended: 'No quedan plazas.',
        unknown: 'Se ocuparon muy pocas plazas para prever cuándo lo estarán todas.',
      },
      activeSeats: {
        ends: 'Al ritmo de las últimas ocho semanas, todas las plazas activas estarán ocupadas el %{day}.',
        lasts: 'Al ritmo de las últimas ocho semanas, las plazas activas bastarán más de tres años.',
        ended: 'No quedan plazas activas.',
        unknown: 'Se ocuparon muy pocas plazas activas para prever cuándo lo estarán todas.',
      },
      storage: {
        expected:
          'Al ritmo de las últimas ocho semanas, el almacenamiento llegará a %{value} para el %{day}.',
        steady: 'No se añadió ni eliminó nada en las últimas ocho semanas.',
        unknown: 'Se almacenaron muy pocos archivos para prever más.',
      },
      sessions: {
        expected: 'Al ritmo de las últimas ocho semanas, unas %{value} sesiones más hasta el %{day}.',
        steady: 'No se inició ninguna sesión en las últimas ocho semanas.',
        unknown: 'Hay muy pocas sesiones para prever más.',
      },
    },
    together:
      'Las previsiones son de todas las empresas juntas: una de ellas puede llegar antes a su límite.',
    forecastOf: '%{name} (previsión)',
    forecastRow: 'Previsión',
    forecastCell: {
      ends: 'agotados el %{day}',
      lasts: 'más de tres años',
      ended: 'agotados',
      unknown: 'muy poco uso',
      steady: 'sin cambios',
      expected: '%{value} hasta el %{day}',
    },
  },
} as const satisfies Translation<typeof english>
