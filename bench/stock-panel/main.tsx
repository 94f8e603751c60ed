import simpleRestProvider from 'ra-data-simple-rest'
import {
  Admin,
  type AuthProvider,
  type DataProvider,
  DataTable,
  DateField,
  fetchUtils,
  List,
  Resource,
  SearchInput,
  Show,
  SimpleShowLayout,
  TextField,
} from 'react-admin'
import { createRoot } from 'react-dom/client'

/** A minimal app from react-admin's documentation: the users of our API in its default list and page of a record. */
const TOKEN = 'stock.session'
const clientId = crypto.randomUUID()

const call = async (path: string, options: RequestInit = {}) => {
  const token = localStorage.getItem(TOKEN)
  const headers = new Headers({ Accept: 'application/json', 'X-Client-Id': clientId })
  if (token) headers.set('Authorization', `Bearer ${token}`)
  return fetchUtils.fetchJson(`/parse/${path}`, { ...options, headers })
}

const dataProvider: DataProvider = {
  ...simpleRestProvider('/parse'),
  getList: async (resource, { pagination, sort, filter }) => {
    const { page = 1, perPage = 10 } = pagination ?? {}
    const query = new URLSearchParams({
      offset: `${(page - 1) * perPage}`,
      batch: `${perPage}`,
      q: JSON.stringify(filter),
      fsort: sort?.field ?? 'email',
      osort: (sort?.order ?? 'ASC').toLowerCase(),
    })
    const { json } = await call(`${resource}?${query}`)
    const data = json.results.map((record: { uid: string }) => ({ ...record, id: record.uid }))
    return { data, total: json.meta.count }
  },
  getOne: async (resource, { id }) => {
    const { json } = await call(`${resource}/${id}`)
    return { data: { ...json, id: json.uid } }
  },
}

const authProvider: AuthProvider = {
  login: async ({ username, password }) => {
    const { json } = await call('login', { method: 'POST', body: JSON.stringify({ username, password }) })
    localStorage.setItem(TOKEN, json.sessionToken)
  },
  logout: async () => localStorage.removeItem(TOKEN),
  checkAuth: async () => {
    if (!localStorage.getItem(TOKEN)) throw new Error('Sign in')
  },
  checkError: async () => undefined,
  getPermissions: async () => undefined,
}

const UserList = () => (
  <List
    filters={[<SearchInput key="keywords" source="keywords" alwaysOn />]}
    sort={{ field: 'email', order: 'ASC' }}
    filter={{ status: ['active', 'disabled'] }}
  >
    <DataTable>
      <DataTable.Col source="email" />
      <DataTable.Col source="lastname" />
      <DataTable.Col source="firstname" />
      <DataTable.Col source="role" />
      <DataTable.Col source="company.label" />
      <DataTable.Col source="status" />
      <DataTable.Col source="lastLoginAt">
        <DateField source="lastLoginAt" showTime />
      </DataTable.Col>
    </DataTable>
  </List>
)

const UserShow = () => (
  <Show>
    <SimpleShowLayout>
      <TextField source="email" />
      <TextField source="lastname" />
      <TextField source="firstname" />
      <TextField source="role" />
      <TextField source="company.label" />
      <TextField source="status" />
      <DateField source="lastLoginAt" showTime />
    </SimpleShowLayout>
  </Show>
)

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <Admin dataProvider={dataProvider} authProvider={authProvider} disableTelemetry>
      <Resource name="users" list={UserList} show={UserShow} />
    </Admin>,
  )
