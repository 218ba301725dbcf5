"""A company's papers to try Kesher on, all invented and all ours: three files and their questions.

The files are made from the texts in `benchmarks/sample/source`.
"""

from kesher.sample.catalog import (
    SampleFile,
    SampleQuestion,
    questions,
    sample_files,
    unanswerable_questions,
)

__all__ = [
    "SampleFile",
    "SampleQuestion",
    "questions",
    "sample_files",
    "unanswerable_questions",
]
