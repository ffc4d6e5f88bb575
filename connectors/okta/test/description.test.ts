import { holdsToDescription } from '../../../test/connectors/description.ts'
import { okta } from '../index.ts'
import { facts } from './facts.ts'
import { credentials } from './okta-api.ts'

holdsToDescription(okta, { facts, description: 'okta', credentials })
