"""What a pure function gives for some arguments, worked out over its syntax tree.

Nothing of the target is executed: terms are interpreted, within budgets, and whatever is not surely
understood ends as :class:`~provenance.evaluation.outcome.OutOfSubset`. See ``evaluating.py``.
"""
