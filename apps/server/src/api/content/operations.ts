import type { AnyOperation } from '../../http/operation.ts'
import { addSiteDocumentOperation } from './add-site-document.ts'
import { changeBoardOperation } from './change-board.ts'
import { deleteSiteDocumentOperation } from './delete-site-document.ts'
import { fetchDocumentPictureOperation } from './fetch-document-picture.ts'
import { keepPreviewOperation } from './keep-preview.ts'
import { listBoardDocumentsOperation } from './list-board-documents.ts'
import { listBoardsOperation } from './list-boards.ts'
import { listDocumentVersionsOperation } from './list-document-versions.ts'
import { listDocumentsOperation } from './list-documents.ts'
import { readDocumentOperation } from './read-document.ts'
import { readDocumentVersionOperation } from './read-document-version.ts'
import { readSiteDocumentOperation } from './read-site-document.ts'
import { restoreDocumentVersionOperation } from './restore-document-version.ts'
import { saveSiteDocumentOperation } from './save-site-document.ts'
import { exportSitePackageOperation, importSitePackageOperation } from './site-package.ts'
import { uploadDocumentPictureOperation } from './upload-document-picture.ts'

/** The endpoints of site documents, in the order of the documentation. */
export const contentOperations: readonly AnyOperation[] = [
  listDocumentsOperation,
  readDocumentOperation,
  listBoardsOperation,
  changeBoardOperation,
  listBoardDocumentsOperation,
  addSiteDocumentOperation,
  readSiteDocumentOperation,
  saveSiteDocumentOperation,
  deleteSiteDocumentOperation,
  listDocumentVersionsOperation,
  readDocumentVersionOperation,
  restoreDocumentVersionOperation,
  exportSitePackageOperation,
  importSitePackageOperation,
  keepPreviewOperation,
  uploadDocumentPictureOperation,
  fetchDocumentPictureOperation,
]
