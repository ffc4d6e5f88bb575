import { Option } from 'commander'
import { collect } from './parse-option.ts'

/** An option that may be given again. The environment gives it all its values at once. */
export class RepeatableOption extends Option {
  constructor(flags: string, text: string, parse: (value: string, before: never) => unknown = collect) {
    super(flags, `${text}; may be given again`)
    this.argParser<unknown>((value, before) => parse(value, before as never))
  }
}
