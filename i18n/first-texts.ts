import { type ResourceName, resourceOf } from '~/model/registry'

/** The lists that load no further texts before they show their rows: those of the menu without `later`. */
export const firstLists: readonly ResourceName[] = [
  'companies',
  'users',
  'environments',
  'videos',
  'vectos',
  'medias',
]

/** What a list shows of its definition: its columns, also the hidden ones, filters, tabs, and actions in rows. */
const textsOfList = (name: ResourceName) => {
  const { list, fields, actions = {}, paths, slots } = resourceOf(name)
  const limited = [...list.columns, ...list.filters].map(each =>
    typeof each === 'string' ? each : each.path,
  )
  const shown = [...new Set([...limited, ...(list.hidden ?? [])])].filter(path => fields[path])
  return [
    ...shown.map(path => `fields.${path}`),
    ...shown.filter(path => fields[path]?.options).map(path => `choices.${path}`),
    ...shown.filter(path => fields[path]?.absence).map(path => `absent.${path}`),
    ...Object.keys(list.tabs ?? {}).map(tab => `tabs.${tab}`),
    ...Object.keys(actions).flatMap(action => (actions[action]?.ownButton ? [] : [`actions.${action}`])),
    ...(paths.create ? ['createRefused'] : []),
    ...(slots?.create ? ['add'] : []),
  ].map(key => `resources.${name}.${key}`)
}

/**
 * The texts that the panel loads before its first page; all others arrive after the first rows of a list
 * (`scripts/text-plugin.ts`). Here are the texts of whatever is painted until then: the frame, the home page, and of the
 * lists everything outside of a `laterPart`, which waits for its texts. `split-texts.ts` describes the patterns.
 */
export const firstTexts: readonly string[] = [
  'app.{name,version,zone,contact,mainMenu,loading,home}',
  'menu',
  'roles',
  'admin.{newVersion,partUnreachable,reload,code,retry,toHome,accessDenied}',
  // Rows, their buttons, and what surrounds them.
  'resources.*.name',
  'admin.{noValue,megabytes,minutes,days,search,grid,more,deletedOn}',
  'admin.list.{actions,moreActions,choose,leftOut,fit}',
  'admin.{outranked,createRefused,download}',
  'admin.log.open',
  'admin.job.{progress,secondsLeft,minutesLeft,hoursLeft}',
  'validation.not_now',
  'resources.companies.{groupsButton,purchasesButton}',
  'resources.users.{resend,resetPassword}',
  'resources.vectos.{rename,onlyCompleted}',
  'publicLinks.open',
  'resources.vectos.fields.accessList',
  ...firstLists.flatMap(textsOfList),
  // A list without rows: empty, refused, or not read. Failures of changes are later texts.
  'errors.{noData,withheld,withheldHelp,companyRequired,accessDenied,serverError,reference,generic}',
  'errors.{unreachable,intercepted,refused_by_proxy,session_expired,forbidden,not_found}',
  'errors.{too_many_requests,too_many_requests_until,unavailable,unavailable_until,server_error}',
  'errors.{invalid_query,unknown_field,unknown_operator,invalid_offset,invalid_batch}',
  // A nested list whose address names no parent.
  'app.notFound.{title,home}',
  'resources.*.badPath',
]
