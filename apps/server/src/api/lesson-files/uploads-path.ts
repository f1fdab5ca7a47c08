/** Where files of lessons are uploaded by the tus protocol. Alone here: servers without Courses know the path as well. */
export const lessonUploadsPath = '/api/lesson-uploads'
