import type { Facts } from '../../../test/connectors/description.ts'
import {
  AccountKeys,
  AuditedPolicy,
  Bucket,
  BucketPolicy,
  Firewall,
  ListedAccount,
  ListedKeys,
  LogBucket,
  Policy,
  ServiceAccount,
  Sink,
  SqlInstance,
} from '../responses.ts'
import {
  ActingMachine,
  AddressedMachine,
  AddressedSql,
  BackedUpSql,
  ComputeProject,
  ConfiguredMachine,
  CryptoKey,
  HmacKey,
  KmsPlace,
  LoggedFirewall,
  LoggedSubnetwork,
  Network,
  PasswordSql,
  PlacedSql,
  PreventingBucket,
  ProtectedSql,
  RecoverableBucket,
  ShieldedMachine,
  UniformBucket,
} from '../settings.ts'

/** The connector's requests to Google Cloud. The request for a token (RFC 7523) is in none of the documents. */
export const facts: Facts = {
  description: 'gcp',
  source:
    'discovery documents of google-api-python-client 2.201.0: cloudresourcemanager.v3, storage.v1, compute.v1, sqladmin.v1, iam.v1, logging.v2, cloudkms.v1',
  marksNoneRequired: 'Discovery documents mark no member of an answer as required',
  operations: {
    'POST /v3/projects/{projectsId}:getIamPolicy': [{ reads: Policy }, { reads: AuditedPolicy }],
    'GET /storage/v1/b': [
      { reads: Bucket, at: 'items.[]' },
      { reads: PreventingBucket, at: 'items.[]' },
      { reads: UniformBucket, at: 'items.[]' },
      { reads: RecoverableBucket, at: 'items.[]' },
    ],
    'GET /storage/v1/projects/{projectId}/hmacKeys': { reads: HmacKey, at: 'items.[]' },
    'GET /storage/v1/b/{bucket}/iam': { reads: BucketPolicy },
    'GET /compute/v1/projects/{project}/global/firewalls': [
      { reads: Firewall, at: 'items.[]' },
      { reads: LoggedFirewall, at: 'items.[]' },
    ],
    'GET /compute/v1/projects/{project}/global/networks': { reads: Network, at: 'items.[]' },
    'GET /compute/v1/projects/{project}': { reads: ComputeProject },
    'GET /compute/v1/projects/{project}/aggregated/instances': [
      AddressedMachine,
      ActingMachine,
      ShieldedMachine,
      ConfiguredMachine,
    ].map((machine) => ({ reads: machine, at: 'items.{}.instances.[]' })),
    'GET /compute/v1/projects/{project}/aggregated/subnetworks': {
      reads: LoggedSubnetwork,
      at: 'items.{}.subnetworks.[]',
    },
    'GET /v1/projects/{projectsId}/locations': { reads: KmsPlace, at: 'locations.[]' },
    'GET /v1/projects/{projectsId}/locations/{locationsId}/keyRings': { reads: KmsPlace, at: 'keyRings.[]' },
    'GET /v1/projects/{projectsId}/locations/{locationsId}/keyRings/{keyRingsId}/cryptoKeys': {
      reads: CryptoKey,
      at: 'cryptoKeys.[]',
    },
    'GET /v1/projects/{project}/instances': [
      SqlInstance,
      BackedUpSql,
      AddressedSql,
      PlacedSql,
      ProtectedSql,
      PasswordSql,
    ].map((reads) => ({ reads, at: 'items.[]' })),
    'GET /v1/projects/{projectsId}/serviceAccounts': [
      { reads: ServiceAccount, at: 'accounts.[]' },
      { reads: ListedAccount, at: 'accounts.[]' },
    ],
    'GET /v1/projects/{projectsId}/serviceAccounts/{serviceAccountsId}/keys': [
      { reads: AccountKeys },
      { reads: ListedKeys },
    ],
    'GET /v2/projects/{projectsId}/sinks': { reads: Sink, at: 'sinks.[]' },
    'GET /v2/projects/{projectsId}/locations/{locationsId}/buckets': { reads: LogBucket, at: 'buckets.[]' },
  },
}
