import { expectDescribed } from '../../../test/connectors/description.ts'
import { okta } from '../index.ts'
import { facts } from './facts.ts'
import { credentials } from './okta-api.ts'

expectDescribed(okta, { facts, description: 'okta', credentials })
