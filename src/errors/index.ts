export {
  ApiError,
  AuthError,
  CheckError,
  CheckwrightError,
  type CheckwrightErrorOptions,
  CredentialError,
  DefinitionError,
  EngineError,
  HttpError,
  type HttpErrorOptions,
  mayBeStored,
  type Problem,
  StoreError,
  Undecided,
} from './checkwright-error.ts'
// The meanings are in codes.ts: whoever defines a connector need not load them.
export type { ErrorCode } from './codes.ts'
export { httpStatuses } from './http-statuses.ts'
export { OddItemsError } from './odd-items-error.ts'
export { isOfOneAnswer } from './one-answer.ts'
export { describeSystemCode, hasSystemCode, isSystemError } from './system-error.ts'
export { createUsageError } from './usage-error.ts'
