import { addLessonOperation } from '../../api/authoring/add-lesson.ts'
import { changeCourseOperation } from '../../api/authoring/change-course.ts'
import { changeCourseLessonOperation } from '../../api/authoring/change-course-lesson.ts'
import { createCourseOperation } from '../../api/authoring/create-course.ts'
import { duplicateCourseOperation } from '../../api/authoring/duplicate-course.ts'
import { fetchLessonImageOperation } from '../../api/authoring/fetch-lesson-image.ts'
import {
  archiveLessonOperation,
  publishLessonOperation,
  restoreLessonOperation,
  unpublishLessonOperation,
} from '../../api/authoring/lesson-status.ts'
import { listAccountLessonsOperation } from '../../api/authoring/list-account-lessons.ts'
import { moveCourseOperation } from '../../api/authoring/move-course.ts'
import { moveLessonOperation } from '../../api/authoring/move-lesson.ts'
import { readCourseOutlineOperation } from '../../api/authoring/read-course-outline.ts'
import { removeCourseLessonOperation } from '../../api/authoring/remove-course-lesson.ts'
import { uploadLessonImageOperation } from '../../api/authoring/upload-lesson-image.ts'
import { fetchBadgeOperation } from '../../api/certificates/fetch-badge.ts'
import { fetchCertificatePdfOperation } from '../../api/certificates/fetch-certificate-pdf.ts'
import { fetchCredentialOperation } from '../../api/certificates/fetch-credential.ts'
import { fetchStatusListOperation } from '../../api/certificates/fetch-status-list.ts'
import { issueCertificateOperation } from '../../api/certificates/issue-certificate.ts'
import { keepCertificateNameOperation } from '../../api/certificates/keep-certificate-name.ts'
import { listCertificateKeysOperation } from '../../api/certificates/list-certificate-keys.ts'
import { readCertificateOperation } from '../../api/certificates/read-certificate.ts'
import { readCertificateKeyOperation } from '../../api/certificates/read-certificate-key.ts'
import { readCourseCertificateOperation } from '../../api/certificates/read-course-certificate.ts'
import { readIssuerOperation } from '../../api/certificates/read-issuer.ts'
import { reissueCertificateOperation } from '../../api/certificates/reissue-certificate.ts'
import { renewCertificateOperation } from '../../api/certificates/renew-certificate.ts'
import { revokeCertificateOperation } from '../../api/certificates/revoke-certificate.ts'
import { readIntroductionVideoOperation } from '../../api/content/read-introduction-video.ts'
import { listCoursesOperation } from '../../api/courses/list-courses.ts'
import { listLessonsOperation } from '../../api/courses/list-lessons.ts'
import { listPublishedLessonsOperation } from '../../api/courses/list-published-lessons.ts'
import { readContinuationOperation } from '../../api/courses/read-continuation.ts'
import { readCourseOperation } from '../../api/courses/read-course.ts'
import { readLessonOperation } from '../../api/courses/read-lesson.ts'
import { readLessonAtOperation } from '../../api/courses/read-lesson-at.ts'
import { readNthLessonOperation } from '../../api/courses/read-nth-lesson.ts'
import { searchCourseOperation } from '../../api/courses/search-course.ts'
import { exportRecordOperation } from '../../api/learning/export-record.ts'
import { changeChoicesOperation, readChoicesOperation } from '../../api/learning/learner-choices.ts'
import { listOwnCoursesOperation } from '../../api/learning/list-own-courses.ts'
import { openMailStopOperation, stopMailsOperation } from '../../api/learning/mail-stops.ts'
import { readOwnProgressOperation } from '../../api/learning/read-progress.ts'
import { deleteCaptionsOperation } from '../../api/lesson-editing/delete-captions.ts'
import { listVersionsOperation } from '../../api/lesson-editing/list-versions.ts'
import { readLessonSourceOperation } from '../../api/lesson-editing/read-lesson-source.ts'
import { readVersionOperation } from '../../api/lesson-editing/read-version.ts'
import { restoreVersionOperation } from '../../api/lesson-editing/restore-version.ts'
import { saveCaptionsOperation } from '../../api/lesson-editing/save-captions.ts'
import { saveLessonOperation } from '../../api/lesson-editing/save-lesson.ts'
import { fetchLessonFileOperation } from '../../api/lesson-files/fetch-lesson-file.ts'
import {
  continueLessonUploadOperation,
  createLessonUploadOperation,
  readLessonUploadOperation,
  removeLessonUploadOperation,
  takeLessonUploadOperation,
} from '../../api/lesson-files/lesson-uploads.ts'
import { addNoteOperation } from '../../api/lessons/add-note.ts'
import { changeNoteOperation } from '../../api/lessons/change-note.ts'
import { deleteNoteOperation } from '../../api/lessons/delete-note.ts'
import { listNotesOperation } from '../../api/lessons/list-notes.ts'
import { readCaptionsOperation } from '../../api/lessons/read-captions.ts'
import { reportProgressOperation } from '../../api/lessons/report-progress.ts'
import {
  listCourseMessagesOperation,
  previewCourseMessageOperation,
  sendCourseMessageOperation,
} from '../../api/messages/course-messages.ts'
import { changeOrgAdminOperation } from '../../api/organizations/change-org-admin.ts'
import { confirmMemberOperation } from '../../api/organizations/confirm-member.ts'
import { exportMembersOperation } from '../../api/organizations/export-members.ts'
import { listMembersOperation } from '../../api/organizations/list-members.ts'
import { listOrgCoursesOperation } from '../../api/organizations/list-org-courses.ts'
import {
  inviteToOrganizationOperation,
  joinOrganizationOperation,
  listOrgInvitationsOperation,
  openOrgInvitationOperation,
  revokeOrgInvitationOperation,
} from '../../api/organizations/org-invitations.ts'
import { readMemberOperation } from '../../api/organizations/read-member.ts'
import { readOrgProgressOperation } from '../../api/organizations/read-org-progress.ts'
import { readUserOrganizationOperation } from '../../api/organizations/read-user-organization.ts'
import { setDueDateOperation } from '../../api/organizations/set-due-date.ts'
import { exportCourseEpubOperation } from '../../api/packages/export-course-epub.ts'
import { exportCoursePackageOperation } from '../../api/packages/export-course-package.ts'
import { importCoursePackageOperation } from '../../api/packages/import-course-package.ts'
import { listCoursePlansOperation } from '../../api/plans/list-course-plans.ts'
import { readCoursePlanOperation } from '../../api/plans/read-course-plan.ts'
import {
  addQuestionOperation,
  changeQuestionOperation,
  duplicateQuestionOperation,
  listQuestionsOperation,
  listQuestionVersionsOperation,
  moveQuestionOperation,
  removeQuestionOperation,
} from '../../api/questions/edit-questions.ts'
import { exportQuestionsOperation, readExportReportOperation } from '../../api/questions/export-questions.ts'
import {
  bringInQuestionsOperation,
  importQuestionsOperation,
  takeOutQuestionsOperation,
} from '../../api/questions/import-questions.ts'
import {
  lintQuestionsOperation,
  readStatisticsOperation,
  readViewingOperation,
  regradeQuestionOperation,
} from '../../api/questions/judge-questions.ts'
import { searchBankOperation } from '../../api/questions/search-bank.ts'
import { answerQuestionOperation } from '../../api/quizzes/answer-question.ts'
import { gradeAttemptOperation } from '../../api/quizzes/grade-attempt.ts'
import { listAttemptsOperation } from '../../api/quizzes/list-attempts.ts'
import { markAttemptOperation } from '../../api/quizzes/mark-attempt.ts'
import { readAttemptOperation } from '../../api/quizzes/read-attempt.ts'
import { reportQuestionOperation } from '../../api/quizzes/report-question.ts'
import { retakeAttemptOperation } from '../../api/quizzes/retake-attempt.ts'
import { startAttemptOperation } from '../../api/quizzes/start-attempt.ts'
import { answerReviewOperation } from '../../api/reviews/answer-review.ts'
import { chooseReviewsOperation } from '../../api/reviews/choose-reviews.ts'
import { readReviewsOperation } from '../../api/reviews/read-reviews.ts'
import type { AnyOperation } from '../../http/operation.ts'

/** The endpoints of Courses, in the order of the documentation. */
export const coursesOperations: readonly AnyOperation[] = [
  listCoursePlansOperation,
  readCoursePlanOperation,
  listCoursesOperation,
  readContinuationOperation,
  readCourseOperation,
  listLessonsOperation,
  readLessonAtOperation,
  readNthLessonOperation,
  readLessonOperation,
  listPublishedLessonsOperation,
  readIntroductionVideoOperation,
  readCaptionsOperation,
  searchCourseOperation,
  readLessonSourceOperation,
  saveLessonOperation,
  listVersionsOperation,
  readVersionOperation,
  restoreVersionOperation,
  saveCaptionsOperation,
  deleteCaptionsOperation,
  reportProgressOperation,
  listNotesOperation,
  addNoteOperation,
  changeNoteOperation,
  deleteNoteOperation,
  createCourseOperation,
  changeCourseOperation,
  duplicateCourseOperation,
  moveCourseOperation,
  readCourseOutlineOperation,
  listAccountLessonsOperation,
  addLessonOperation,
  changeCourseLessonOperation,
  removeCourseLessonOperation,
  moveLessonOperation,
  publishLessonOperation,
  unpublishLessonOperation,
  archiveLessonOperation,
  restoreLessonOperation,
  listCourseMessagesOperation,
  previewCourseMessageOperation,
  sendCourseMessageOperation,
  exportCourseEpubOperation,
  exportCoursePackageOperation,
  importCoursePackageOperation,
  uploadLessonImageOperation,
  fetchLessonImageOperation,
  createLessonUploadOperation,
  readLessonUploadOperation,
  continueLessonUploadOperation,
  removeLessonUploadOperation,
  takeLessonUploadOperation,
  fetchLessonFileOperation,
  listQuestionsOperation,
  addQuestionOperation,
  lintQuestionsOperation,
  changeQuestionOperation,
  removeQuestionOperation,
  moveQuestionOperation,
  duplicateQuestionOperation,
  listQuestionVersionsOperation,
  searchBankOperation,
  importQuestionsOperation,
  bringInQuestionsOperation,
  takeOutQuestionsOperation,
  exportQuestionsOperation,
  readExportReportOperation,
  readStatisticsOperation,
  readViewingOperation,
  regradeQuestionOperation,
  startAttemptOperation,
  listAttemptsOperation,
  readAttemptOperation,
  answerQuestionOperation,
  gradeAttemptOperation,
  retakeAttemptOperation,
  markAttemptOperation,
  reportQuestionOperation,
  readReviewsOperation,
  chooseReviewsOperation,
  answerReviewOperation,
  readUserOrganizationOperation,
  changeOrgAdminOperation,
  listOrgCoursesOperation,
  listMembersOperation,
  exportMembersOperation,
  readMemberOperation,
  readOrgProgressOperation,
  confirmMemberOperation,
  setDueDateOperation,
  listOrgInvitationsOperation,
  inviteToOrganizationOperation,
  revokeOrgInvitationOperation,
  openOrgInvitationOperation,
  joinOrganizationOperation,
  listOwnCoursesOperation,
  readOwnProgressOperation,
  readChoicesOperation,
  changeChoicesOperation,
  openMailStopOperation,
  stopMailsOperation,
  exportRecordOperation,
  // The literal paths before the serial.
  issueCertificateOperation,
  readCourseCertificateOperation,
  listCertificateKeysOperation,
  readCertificateKeyOperation,
  readIssuerOperation,
  fetchStatusListOperation,
  readCertificateOperation,
  fetchCertificatePdfOperation,
  fetchCredentialOperation,
  fetchBadgeOperation,
  keepCertificateNameOperation,
  renewCertificateOperation,
  revokeCertificateOperation,
  reissueCertificateOperation,
]
