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
} from './checkwright-error.ts'
// The meanings are in codes.ts: whoever defines a connector need not load them.
export type { ErrorCode } from './codes.ts'
export { isOfOneAnswer } from './one-answer.ts'
export { describeSystemCode, hasSystemCode, isSystemError } from './system-error.ts'
