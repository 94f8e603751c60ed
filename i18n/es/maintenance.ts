import type { maintenance as english } from '../en/maintenance'
import type { Translation } from '../translation'

export const maintenance = {
  maintenance: {
    title: 'Mantenimiento',
    tools: 'Herramientas de mantenimiento',
    all: 'Todas',
    collection: 'Colección',
    keywords: 'Actualizar las palabras clave',
    keywordsText: 'Vuelve a crear las palabras clave, para los registros que una búsqueda ya no encuentra.',
    resetcounter: 'Reiniciar los contadores',
    resetcounterText:
      'Vuelve a contar plazas, segundos, versiones, usos compartidos y descargas a partir de los registros.',
    confirm: 'Se recorrerán todos los registros: %{name}. ¿Continuar?',
    done: 'Listo. Correcciones:',
    changed: '%{count} registro |||| %{count} registros',
    health: {
      title: 'Estado del servidor',
      server: 'Servidor',
      database: 'Base de datos',
      version: 'Versión',
      good: 'OK',
      bad: 'No responde',
      again: 'Comprobar de nuevo',
      files: 'Almacén de archivos',
      mail: 'Correo',
      disk: 'Disco',
      diskStates: {
        ok: 'Espacio suficiente',
        low: 'Casi lleno: sin envíos',
        full: 'Lleno: solo lectura',
        unwritable: 'No se puede escribir',
      },
      snapshots: 'Instantáneas',
      snapshotStates: { ok: 'Hechas', failing: 'Fallan: vea el registro' },
      clock: 'Reloj',
      clockStates: {
        ok: 'Correcto',
        differs: 'El servidor y la base difieren',
        jumped: 'Retrocedió: revise el servidor de hora',
      },
    },
    jobs: {
      title: 'Cola de procesamiento',
      none: 'No hay nada en proceso ni en espera.',
      waits: 'en espera',
      on: 'en %{worker}',
      segment: 'segmento %{part}',
      segments: '%{smart_count} segmento |||| %{smart_count} segmentos',
    },
    security: 'Eventos de seguridad',
    securityText:
      'Inicios de sesión fallidos, denegaciones y cambios de contraseñas, correos, roles y segundos factores.',
  },
} as const satisfies Translation<typeof english>
