import { base, describeOldVendor, describeVendor, keyScheme, type SmallDescription } from './describe-vendor.ts'

const withServer = (url: string, variables?: object) => describeVendor({ servers: [{ url, variables }] })
const ofPath = (url: string, variables?: object) => describeVendor({ ofPath: { servers: [{ url, variables }] } })

export const servers: readonly SmallDescription[] = [
  {
    situation: 'is at a host with a variable',
    openapi: withServer('https://{site}.acme.example/{version}', { version: { default: 'v2' } }),
    expected: { baseUrl: 'https://{site}.acme.example/v2', fields: { site: 'text' } },
  },
  {
    situation: 'is at a path of an unknown host',
    openapi: withServer('/api/v2'),
    expected: { baseUrl: 'https://made.acme.example/api/v2', note: ['/servers/0/url', 'made up'] },
  },
  {
    situation: 'has its scheme in a variable',
    openapi: withServer('{scheme}://api.acme.example/v1', { scheme: { default: 'http', enum: ['http', 'https'] } }),
    expected: { baseUrl: base },
  },
  {
    situation: 'has its whole address in a variable',
    openapi: withServer('{address}/v1', { address: { default: 'https://api.acme.example/' } }),
    expected: { baseUrl: base },
  },
  {
    situation: 'has a path at another version of the same host',
    openapi: ofPath('/v5'),
    expected: {
      baseUrl: base,
      server: 'https://api.acme.example/v5',
      noData: 'another address than the base URL',
    },
  },
  {
    situation: 'has a path at the root of the same host',
    openapi: ofPath('/'),
    expected: {
      baseUrl: base,
      server: 'https://api.acme.example',
      noData: 'another address than the base URL',
    },
  },
  {
    situation: 'has a path at a version that is a variable',
    openapi: ofPath('/{version}/', { version: { default: 'v6' } }),
    expected: {
      baseUrl: base,
      server: 'https://api.acme.example/v6',
      noData: 'another address than the base URL',
    },
  },
  {
    situation: 'has an operation at another version of a host with a variable',
    openapi: describeVendor({
      servers: [{ url: 'https://{site}.acme.example/v1' }],
      ofOperation: { servers: [{ url: '/v5' }] },
    }),
    expected: {
      baseUrl: 'https://{site}.acme.example/v1',
      server: 'https://{site}.acme.example/v5',
      noData: 'another address than the base URL',
      fields: { site: 'text' },
    },
  },
  {
    situation: 'has a path at another host',
    openapi: ofPath('https://identity.acme.example/v5'),
    expected: {
      baseUrl: base,
      server: 'https://identity.acme.example/v5',
      noData: 'another address than the base URL',
    },
  },
  {
    situation: 'has a path at an address that depends on where the description is',
    openapi: ofPath('v5'),
    expected: {
      baseUrl: base,
      note: ['/paths/~1users/servers/0/url', 'is not a usable address'],
    },
  },
  {
    situation: 'repeats its server in every operation, while its author has another address',
    openapi: describeVendor({ ofOperation: { servers: [{ url: base }] } }),
    baseUrl: 'https://acme.own.example/v1',
    expected: { baseUrl: 'https://acme.own.example/v1' },
  },
  {
    situation: 'is described by Swagger 2.0, with host and path',
    openapi: describeOldVendor({ host: 'api.acme.example', basePath: '/v1', securityDefinitions: { key: keyScheme } }),
    expected: { baseUrl: base },
  },
  {
    situation: 'is described by Swagger 2.0, with a path alone',
    openapi: describeOldVendor({ basePath: '/v1', securityDefinitions: { own: { type: 'basic' } } }),
    expected: { auth: { type: 'basic' }, baseUrl: 'https://made.acme.example/v1' },
  },
  {
    situation: 'has no server',
    openapi: describeVendor({ servers: [] }),
    expected: { baseUrl: 'https://made.acme.example', note: ['/servers', 'names no server'] },
  },
  {
    situation: 'has several servers',
    openapi: describeVendor({ servers: [{ url: base }, { url: 'https://eu.acme.example/v1' }] }),
    expected: { note: ['/servers/1', 'one more server'] },
  },
  {
    situation: 'has a region of a list in its host',
    openapi: withServer('https://{region}.acme.example/v1', { region: { default: 'eu', enum: ['eu', 'us'] } }),
    expected: { baseUrl: 'https://{region}.acme.example/v1', fields: { region: 'select' } },
  },
  {
    situation: 'has a port',
    openapi: withServer('https://api.acme.example:8443/v1'),
    expected: { baseUrl: 'https://api.acme.example:8443/v1' },
  },
  {
    situation: 'has its port in a variable',
    openapi: withServer('https://api.acme.example:{port}/v1', { port: { default: '9443' } }),
    expected: { baseUrl: 'https://api.acme.example:9443/v1' },
  },
  {
    situation: 'leaves the scheme of its server out',
    openapi: withServer('//api.acme.example/v1/'),
    expected: {},
  },
  {
    situation: 'runs on the machine of its author',
    openapi: withServer('http://localhost:8080/v1'),
    expected: { baseUrl: 'http://localhost:8080/v1' },
  },
  {
    situation: 'is at http',
    openapi: withServer('http://api.acme.example/v1'),
    expected: { note: ['/servers/0/url', 'only by https'] },
  },
  {
    situation: 'has a server that is no address',
    openapi: withServer('API of Acme'),
    expected: { baseUrl: 'https://made.acme.example', note: ['/servers/0/url', 'is not a usable address'] },
  },
  {
    situation: 'is hosted by its customers',
    openapi: withServer('{address}/api', { address: { default: '' } }),
    expected: { baseUrl: 'https://{address}/api', fields: { address: 'text' } },
  },
  {
    situation: 'is hosted by its customers, at an address that its author names',
    openapi: withServer('/api/v1'),
    baseUrl: '{address}/api/v1',
    expected: { baseUrl: '{address}/api/v1', fields: { address: 'url' } },
  },
  {
    situation: 'is hosted by its customers, at a host that its author names',
    openapi: withServer('/api/v1'),
    baseUrl: 'https://{host}/api/v1',
    expected: { baseUrl: 'https://{host}/api/v1', fields: { host: 'text' } },
  },
  {
    situation: 'is hosted by its customers, and gives tokens there',
    openapi: describeVendor({
      servers: [{ url: '/api' }],
      schemes: { own: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/oauth/token', scopes: {} } } } },
    }),
    baseUrl: '{address}/api',
    expected: {
      baseUrl: '{address}/api',
      auth: { type: 'oauth2', config: { tokenUrl: '{address}/oauth/token' } },
      fields: { address: 'url' },
    },
  },
]
