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
  type Problem,
  StoreError,
} from './checkwright-error.ts'
export { type ErrorCode, errorCodes } from './codes.ts'
