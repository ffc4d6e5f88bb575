export {
  ApiError,
  AuthError,
  CheckError,
  CheckwrightError,
  type CheckwrightErrorOptions,
  CredentialError,
  DefinitionError,
  HttpError,
  type HttpErrorOptions,
  type Problem,
  StoreError,
} from './checkwright-error.ts'
export { type ErrorCode, errorCodes } from './codes.ts'
