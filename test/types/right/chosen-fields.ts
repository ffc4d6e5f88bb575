import { defineConnector } from '../../../src/index.ts'
import { same } from './equal.ts'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: {
    type: 'custom',
    config: {
      credentialFields: [
        { id: 'sandbox', label: 'Sandbox', type: 'boolean', required: true },
        {
          id: 'regions',
          label: 'Regions',
          type: 'multiselect',
          options: [
            { value: 'eu', label: 'Europe' },
            { value: 'us', label: 'America' },
          ],
        },
        { id: 'certificate', label: 'Certificate', type: 'certificate', required: true },
      ],
    },
  },
})

acme.check({
  id: 'fields',
  title: 'Fields have the types of their kind',
  run: ({ credentials }) => {
    same<typeof credentials.sandbox, boolean>(true)
    same<typeof credentials.regions, readonly ('eu' | 'us')[] | undefined>(true)
    same<typeof credentials.certificate, string>(true)
  },
})
