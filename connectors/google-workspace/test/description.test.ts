import { holdsToDescription } from '../../../test/connectors/description.ts'
import { workspace } from '../index.ts'
import { facts } from './facts.ts'
import { credentials } from './google-api.ts'

holdsToDescription(workspace, { facts, description: 'google-workspace', credentials })
