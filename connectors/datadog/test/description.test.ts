import { expectDescribed } from '../../../test/connectors/description.ts'
import { datadog } from '../index.ts'
import { credentials } from './datadog-api.ts'
import { facts } from './facts.ts'

expectDescribed(datadog, { facts, description: 'datadog', credentials })
