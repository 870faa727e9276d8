"""Items -> examples of a LangSmith dataset, by a three-way difference that can be repeated at any time."""
