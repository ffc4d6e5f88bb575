import { expectDescribed } from '../../../test/connectors/description.ts'
import { entra } from '../index.ts'
import { facts } from './facts.ts'
import { credentials } from './graph-api.ts'

expectDescribed(entra, { facts, description: 'microsoft-graph', credentials })
