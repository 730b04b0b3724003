"""Lessons: a game taught at a real table, from files that anybody can write. The notation is in docs/lessons.md."""

from theomachy.lessons.lesson import Beat, Lesson, Reply, Scene
from theomachy.lessons.reading import BadLesson, find_lesson, lesson_names, lessons_of, read_lesson

__all__ = ["BadLesson", "Beat", "Lesson", "Reply", "Scene", "find_lesson", "lesson_names", "lessons_of", "read_lesson"]
