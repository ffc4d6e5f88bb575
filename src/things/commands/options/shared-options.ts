import { Option } from 'commander'
import { formats } from '../../../report/reports.ts'
import { logLevels } from './logger.ts'
import { collect } from './parse-option.ts'
import { RepeatableOption } from './repeatable-option.ts'

/** Options that several commands share. */
export function createCredentialsOption(): Option {
  return new Option(
    '--credentials <file>',
    'JSON object of credentials, "-" for stdin (else CHECKWRIGHT_CREDENTIAL_<ID>, else you are asked)',
  )
}

export function createVariableOption(): Option {
  return new Option('--var <id=value>', 'value of a variable; may be given again').argParser(collect)
}

export function createFormatOption(): Option {
  return new Option('--format <format>', 'how results are printed').choices(formats).default('table')
}

export function createLogLevelOption(): Option {
  return new Option('--log-level <level>', 'how much is logged, on stderr').choices(logLevels).default('info')
}

export function createPrivateNetworkOption(): Option {
  return new Option('--allow-private-network', 'reach private and loopback addresses, and plain http')
}

export function createCrossCheckFileOption(): Option {
  return new RepeatableOption('--cross-check <file>', 'cross-checks of your own beside the shipped ones')
}

export function createConnectorFileOption(): Option {
  return new RepeatableOption('--connector <file>', 'connector of your own beside the shipped ones')
}
