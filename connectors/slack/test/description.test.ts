import { expectDescribed } from '../../../test/connectors/description.ts'
import { slack } from '../index.ts'
import { facts } from './facts.ts'
import { credentials } from './slack-api.ts'

// Its descriptions demand the token as a parameter, which the Authorization header stands for.
expectDescribed(slack, { facts, description: 'slack', credentials, vendor: { satisfiedByAuth: ['token'] } })
