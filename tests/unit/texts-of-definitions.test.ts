import { describe, expect, it } from 'vitest'
import { catalogues } from '~/i18n/catalogues'
import { languages } from '~/model/languages'
import { resourceNames, resourceOf } from '~/model/registry'
import { keysIn } from '../support/panel/text-keys'

const screens = resourceNames.filter(name => resourceOf(name).paths.list ?? resourceOf(name).paths.show)

/** What a screen of the resource shows by key: names, labels of fields, options, tabs and buttons. */
const keysOf = (name: (typeof resourceNames)[number]) => {
  const { fields, list, show, grants, paths, actions = {}, sections = {} } = resourceOf(name)
  const shown = [
    ...list.columns,
    ...list.filters,
    ...(list.hidden ?? []),
    ...Object.values(show?.tabs ?? {}).flat(),
  ]
    .map(each => (typeof each === 'string' ? each : 'path' in each ? each.path : undefined))
    .filter(path => path !== undefined && path in fields)
  return [
    'name',
    ...[...new Set(shown)].map(path => `fields.${path}`),
    ...Object.entries(fields).flatMap(([path, { options = [] }]) =>
      options.map(option => `choices.${path}.${option}`),
    ),
    ...Object.keys(list.tabs ?? {}).map(tab => `tabs.${tab}`),
    ...Object.keys(show?.tabs ?? {}).map(tab => `tabs.${tab}`),
    ...Object.keys(sections).flatMap(key => [`sections.${key}.title`, `sections.${key}.text`]),
    ...Object.entries(actions).flatMap(([action, { ownButton }]) => (ownButton ? [] : [`actions.${action}`])),
    ...(grants.create && paths.create ? ['notifications.created'] : []),
    ...(grants.update && paths.edit ? ['notifications.updated'] : []),
    ...(grants.delete && name !== 'views' && name !== 'notifications' ? ['notifications.deleted'] : []),
  ].map(key => `resources.${name}.${key}`)
}

describe.each(languages)('the texts of the definitions in %s', language => {
  const present = new Set(keysIn(catalogues[language].texts))

  it.each(screens)('every label, option, tab and action of %s has a text', name => {
    expect(keysOf(name).filter(key => !present.has(key))).toEqual([])
  })
})
