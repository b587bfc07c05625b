"""The terms of published results: their deadlines, and the versions of a final result."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import AppendOnlyRow, one_of
from tournaments.models.record import Publication


class TermsKind(models.TextChoices):
    """The kind of terms of a publication."""

    ROUND = "round", _("results of a round")
    NOTICE = "notice", _("final result on notice")
    OFFICIAL = "official", _("official result")
    CORRECTED = "corrected", _("corrected official result")


FINAL_VERSIONS = (TermsKind.OFFICIAL, TermsKind.CORRECTED)


class PublicationTerms(AppendOnlyRow):
    """公布、公示、正式成绩: until when a publication may be corrected and appealed against.

    A final result on notice becomes official at `official_from` at the earliest; official ones are
    numbered. `verb` names the change that corrected one, and `reason` is its reason if it had one.
    """

    of_tournament = "publication__event__tournament"

    Kind = TermsKind

    publication = models.OneToOneField(Publication, on_delete=models.PROTECT, related_name="terms")
    kind = models.CharField(max_length=12, choices=TermsKind)
    number = models.PositiveSmallIntegerField(default=0)
    corrections_until = models.DateTimeField(null=True, blank=True)
    appeals_until = models.DateTimeField(null=True, blank=True)
    official_from = models.DateTimeField(null=True, blank=True)
    verb = models.CharField(max_length=64, blank=True, default="")
    reason = models.TextField(blank=True, default="")

    class Meta:
        constraints = [
            one_of("publication_terms_kind", "kind", TermsKind),
            models.CheckConstraint(
                name="publication_terms_number",
                condition=Q(kind__in=FINAL_VERSIONS, number__gte=1)
                | Q(number=0) & ~Q(kind__in=FINAL_VERSIONS),
            ),
            models.CheckConstraint(
                name="publication_terms_notice",
                condition=Q(kind=TermsKind.NOTICE, official_from__isnull=False)
                | Q(official_from__isnull=True) & ~Q(kind=TermsKind.NOTICE),
            ),
            models.CheckConstraint(
                name="publication_terms_corrected",
                condition=~Q(kind=TermsKind.CORRECTED) | ~Q(verb=""),
            ),
        ]
