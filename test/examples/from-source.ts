import { registerModuleHooks } from '../../src/service/commands/connector-file/module-hooks.ts'

// Examples import "checkwright" by name; here that is today's sources.
registerModuleHooks()
