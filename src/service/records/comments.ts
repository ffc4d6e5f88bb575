import type { FileRecord } from '../files/files.ts'
import type { AuditEntry } from './audit.ts'
import type { EntityType } from './directory.ts'
import type { User } from './users.ts'

/** The author when the comment was written. */
export type CommentAuthor = Omit<User, 'organizationId'>

export interface CommentRecord {
  readonly id: string
  readonly organizationId: string
  readonly entityType: EntityType
  readonly entityId: string
  readonly content: string
  /** Page where it was written. */
  readonly contextUrl: string | null
  readonly authorId: string
  /** For a person whom the host no longer knows. */
  readonly author: CommentAuthor
  readonly createdAtMs: number
  /** null: it was not changed. */
  readonly updatedAtMs: number | null
  /** The comment that it answers, which begins its thread. null: it begins one. */
  readonly threadId: string | null
  /** Of a comment that begins a thread: when somebody resolved it. null: it is open. */
  readonly resolvedAtMs: number | null
  readonly resolvedBy: string | null
}

/** A file of a comment. */
export interface AttachmentRecord {
  readonly commentId: string
  /** From 0, in the given order. */
  readonly position: number
  readonly description: string | null
  readonly file: FileRecord
}

export type CommentWithAttachments = CommentRecord & { readonly attachments: readonly AttachmentRecord[] }

export interface CommentStore {
  /**
   * Comment, files, attachments and the entry of the audit log in one transaction. An answer opens its thread again.
   * @param entry @default it has one already
   */
  insert(comment: CommentRecord, attachments: readonly AttachmentRecord[], entry?: AuditEntry): Promise<void>
  find(organizationId: string, id: string): Promise<CommentWithAttachments | undefined>
  /** Oldest first. */
  list(filter: {
    readonly organizationId: string
    readonly entityType: EntityType
    readonly entityId: string
    readonly limit: number
    readonly after?: Pick<CommentRecord, 'createdAtMs' | 'id'> | undefined
  }): Promise<CommentWithAttachments[]>
  /** Comments that begin a thread, the oldest first. */
  listThreads(filter: {
    readonly organizationId: string
    readonly entityType: EntityType
    readonly entityId: string
    /** @default both */
    readonly isResolved?: boolean | undefined
    readonly limit: number
    readonly after?: Pick<CommentRecord, 'createdAtMs' | 'id'> | undefined
  }): Promise<CommentRecord[]>
  /** Resolves a thread, or opens it again. @returns false if no comment of that id begins one */
  resolve(
    ref: Pick<CommentRecord, 'organizationId' | 'id'>,
    by: Pick<CommentRecord, 'resolvedAtMs' | 'resolvedBy'>,
  ): Promise<boolean>
  /** The newest of an entity, the oldest of them first. */
  listNewest(
    filter: Pick<CommentRecord, 'organizationId' | 'entityType' | 'entityId'> & { readonly limit: number },
  ): Promise<CommentWithAttachments[]>
  /** The file of an attachment. */
  findAttachment(organizationId: string, fileId: string): Promise<FileRecord | undefined>
  /** @returns false if the author does not have this comment (any more) */
  update(
    ref: Pick<CommentRecord, 'organizationId' | 'id' | 'authorId'>,
    changes: { readonly content: string; readonly updatedAtMs: number },
  ): Promise<boolean>
  /**
   * With attachments and their files. Answers to it begin threads of their own. @returns the files, or undefined if the author does not have this comment (any
   * more)
   */
  delete(ref: Pick<CommentRecord, 'organizationId' | 'id' | 'authorId'>): Promise<readonly FileRecord[] | undefined>
}

/** A new comment, for code that sends notifications. */
export interface CommentNotice {
  readonly organizationId: string
  readonly commentId: string
  readonly entityType: EntityType
  readonly entityId: string
  readonly authorId: string
  /** Page where the comment was written, for a notification's link. */
  readonly deepLink: string | undefined
}
