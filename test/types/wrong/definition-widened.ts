// expect line 7: "the id must be a literal"

import { type ConnectorDefinition, defineConnector } from 'checkwright'

declare const definition: ConnectorDefinition

defineConnector(definition)
