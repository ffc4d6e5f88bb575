import buildConnector from 'undici/lib/core/connect.js'
import Client from 'undici/lib/dispatcher/client.js'
import manifest from 'undici/package.json' with { type: 'json' }

/** The version of the parts: in the package they stand in our code, as the package was built with them. */
export const { version } = manifest
export { buildConnector, Client }
