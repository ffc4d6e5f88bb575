import { generateKeyPairSync } from 'node:crypto'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

export { publicKey }

export const clientEmail = 'checkwright@acme-production.iam.gserviceaccount.com'

/** A service account key in Google's format, made for this run and useless elsewhere. */
export const sampleKey = JSON.stringify({
  type: 'service_account',
  project_id: 'acme-production',
  private_key_id: 'sample-key-id-1',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  client_email: clientEmail,
  client_id: '100000000000000000001',
  token_uri: 'https://elsewhere.example/token',
})
