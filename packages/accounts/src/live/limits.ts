/** Notices are collected for so long before they are sent. */
export const noticeDelayMs = 250
