import { expectDescribed } from '../../../test/connectors/description.ts'
import { workspace } from '../index.ts'
import { facts } from './facts.ts'
import { credentials } from './google-api.ts'

expectDescribed(workspace, { facts, description: 'google-workspace', credentials })
